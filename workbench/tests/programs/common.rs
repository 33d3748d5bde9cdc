//! What the tests share: calls of the workbench, what they write, and files.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::answers::expect_described;

pub(crate) fn rustgomo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rustgomo")).args(arguments).output().expect("the workbench starts")
}

/// A call with this standard input, which has to fit into a pipe.
pub(crate) fn fed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rustgomo"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the workbench starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("a reader");
    child.wait_with_output().expect("an end")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The standard output of a successful call.
pub(crate) fn report(arguments: &[&str]) -> String {
    let output = rustgomo(arguments);
    assert!(output.status.success(), "{arguments:?}\n{}", text(&output.stderr));
    text(&output.stdout)
}

pub(crate) fn json(arguments: &[&str]) -> serde_json::Value {
    let answer = serde_json::from_str(&report(arguments)).expect("JSON");
    expect_described(arguments, &answer);
    answer
}

/// The error of a failing call.
pub(crate) fn error(arguments: &[&str]) -> String {
    let output = rustgomo(arguments);
    assert!(!output.status.success(), "{arguments:?}\n{}", text(&output.stdout));
    text(&output.stderr)
}

/// An unused path in a folder of this test, whose thread has its name.
pub(crate) fn fresh(name: &str) -> String {
    let test = std::thread::current().name().expect("the thread of a test").replace("::", "-");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).expect("a folder of the test");
    let path = folder.join(name);
    drop(std::fs::remove_file(&path));
    drop(std::fs::remove_dir_all(&path));
    path.to_str().expect("UTF-8").to_owned()
}

/// The name of a new file with this content.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = fresh(name);
    std::fs::write(&path, content).expect("a file of the test");
    path
}
