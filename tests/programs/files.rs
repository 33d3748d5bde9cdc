//! Which files the programs open, replace and quote: a manager may name anything.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What no answer may contain.
const SECRET: &str = "hunter2 is my password\n";

/// A folder of a test's own with a file that is not the brain's.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files").join(name);
    drop(fs::remove_dir_all(&path));
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("letter"), SECRET).unwrap();
    path
}

/// Runs a program in a folder, to the end of what it is told.
fn run(program: &str, arguments: &[&str], folder: &Path, input: &str) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A brain that ends early reads nothing.
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    child.wait_with_output().unwrap()
}

/// The lines that the brain writes.
fn lines(arguments: &[&str], folder: &Path, input: &str) -> Vec<String> {
    let output = run(env!("CARGO_BIN_EXE_pbrain-rustgomo"), arguments, folder, input);
    assert_eq!(output.stderr, b"", "nothing on standard error");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains("hunter2"), "text of a file is quoted: {text}");
    // A busy machine is no matter of these tests.
    text.lines().filter(|line| !line.starts_with("DEBUG late: ")).map(str::to_owned).collect()
}

/// A session with a game, a small search and a database in the file `own.db`.
fn gomocup(arguments: &[&str], folder: &Path, commands: &str) -> Vec<String> {
    let start = "START 15\nINFO max_memory 1\nINFO max_node 300\nTURN 7,7\nINFO usedatabase 1\n";
    let database = "YXSETDATABASE\nown.db\nYXEDITTVDDATABASE 7 100 0 3 7,7 DONE\n";
    lines(arguments, folder, &format!("{start}{database}{commands}"))
}

fn expect(lines: &[String], end: &str) {
    assert!(lines.iter().any(|line| line.ends_with(end)), "expected …{end:?}\n{lines:#?}");
}

#[test]
fn only_files_of_its_own_kind_are_replaced_by_a_brain() {
    let folder = folder("replaced");
    let all = "YXHASHDUMP\nFILE\nYXDBTOTXT\nFILE\nYXDBTOTXTALL\nFILE\nYXDBTOLIB\nFILE\nYXDBSPLIT\nFILE\nYXSETDATABASE\nFILE\n";
    let told = gomocup(&[], &folder, &all.replace("FILE", "letter"));
    let refused = "found a file of another kind, which is not replaced";
    assert_eq!(told.iter().filter(|line| line.ends_with(refused)).count(), 4, "{told:#?}");
    assert_eq!(
        told.iter().filter(|line| line.ends_with("found another kind of file")).count(),
        2,
        "{told:#?}"
    );
    let told = lines(&["gtp"], &folder, "play b h8\nprintsgf letter\nprintsgf game.sgf\nprintsgf game.sgf\n");
    let heads: Vec<&str> =
        told.iter().filter_map(|line| line.split(' ').next()).filter(|h| !h.is_empty()).collect();
    assert_eq!(heads, ["=", "?", "=", "="], "{told:#?}");
    expect(&told, &format!("expected no file or a game in SGF, {refused}"));
    assert_eq!(fs::read_to_string(folder.join("letter")).unwrap(), SECRET);
    let told = lines(
        &["gtp"],
        &folder,
        "play b h8\nplay w j9\nprintsgf game.sgf\nprintsgf my game.sgf\n\
        loadsgf  my game.sgf\nloadsgf my game.sgf 2\nloadsgf my game.sgf j9\nloadsgf\n",
    );
    let heads: Vec<&str> = told.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
    assert_eq!(heads, ["=", "=", "=", "=", "= black", "= white", "= white", "? syntax error"], "{told:#?}");
    fs::rename(folder.join("my game.sgf"), folder.join("game.sgf")).unwrap();
    // Its own files are replaced, and nothing else is left behind.
    let own = "YXHASHDUMP\nown.hash\nYXDBTOTXT\nown.txt\nYXDBTOLIB\nown.lib\n".repeat(2);
    let told = gomocup(&[], &folder, &own);
    assert_eq!(told.iter().filter(|line| line.contains(" written ")).count(), 6, "{told:#?}");
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["game.sgf", "letter", "own.db", "own.hash", "own.lib", "own.txt"]);
}

#[test]
fn what_needs_a_position_is_refused_before_the_first_game() {
    let folder = folder("unstarted");
    let commands = "INFO usedatabase 1\nYXSETDATABASE\nown.db\nYXQUERYDATABASEALL DONE\nYXQUERYDATABASEONE DONE\n\
        YXDELETEDATABASEALL DONE\nYXDBTOLIB\nown.lib\nYXDBSPLIT\nother.db\n";
    let told = lines(&[], &folder, commands);
    assert!(told.iter().any(|line| line == "MESSAGE DATABASE DONE"), "{told:#?}");
    assert!(told.iter().any(|line| line.starts_with("MESSAGE DATABASE ONE ")), "{told:#?}");
    let refused = told.iter().filter(|line| *line == "MESSAGE expected a board to be started first");
    assert_eq!(refused.count(), 3, "{told:#?}");
}

#[test]
fn errors_quote_nothing_from_a_file() {
    let folder = folder("quoted");
    let told = gomocup(
        &[],
        &folder,
        "YXTXTTODB\nletter\nYXLIBTODB\nletter\nYXDBMERGE\nletter\nYXHASHLOAD\nletter\nYXSETDATABASE\nletter\n",
    );
    let line = "a line of index,key,label,value,depth,bound,text with a value from -30000 to 30000 and a text in quotes";
    expect(&told, &format!("MESSAGE letter: line 1: expected {line}"));
    expect(&told, "MESSAGE letter: byte 0: expected a RenLib library");
    let told = lines(&["gtp"], &folder, "loadsgf letter\n");
    expect(&told, "? cannot load file: line 1: expected a game that starts with (;");
    // Only the first game of a file counts.
    fs::write(folder.join("two.sgf"), "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[hh];W[hh])").unwrap();
    expect(&lines(&["gtp"], &folder, "loadsgf two.sgf\n"), "= white");
    fs::write(folder.join("PLOCHA.DAT"), SECRET).unwrap();
    fs::write(folder.join("TAH.DAT"), "x").unwrap();
    let output = run(env!("CARGO_BIN_EXE_pbrain-rustgomo"), &["file"], &folder, "");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && !told.contains("hunter"), "{told}");
}

#[test]
fn files_can_be_forbidden() {
    let folder = folder("forbidden");
    let commands = "YXHASHDUMP\nx\nYXHASHLOAD\nletter\nYXTXTTODB\nletter\n";
    let told = gomocup(&["--no-files"], &folder, commands);
    let refused = "expected a command without a file: the brain was started with --no-files";
    assert_eq!(told.iter().filter(|line| line.ends_with(refused)).count(), 3, "{told:#?}");
    let told = lines(&["--no-files", "gtp"], &folder, "loadsgf letter\nprintsgf x\nprintsgf\n");
    assert_eq!(told.iter().filter(|line| line.ends_with(refused)).count(), 2, "{told:#?}");
    expect(&told, "])");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let output = run(env!("CARGO_BIN_EXE_pbrain-rustgomo"), &["file", "--no-files"], &folder, "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn files_can_be_confined_to_a_folder() {
    let folder = folder("confined");
    fs::create_dir(folder.join("open")).unwrap();
    let arguments = ["--files", "open"];
    let commands =
        "YXHASHDUMP\nown.hash\nYXDBTOTXT\n../own.txt\nYXHASHLOAD\n../letter\nYXHASHLOAD\n/etc/hostname\n";
    let told = gomocup(&arguments, &folder, commands);
    let refused = "expected a file in the folder that --files names, and the folder of the file to be there";
    assert_eq!(told.iter().filter(|line| line.ends_with(refused)).count(), 3, "{told:#?}");
    assert!(folder.join("open/own.hash").is_file() && folder.join("open/own.db").is_file(), "{told:#?}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    let board = ".....\n".repeat(5);
    fs::write(folder.join("open/PLOCHA.DAT"), board).unwrap();
    fs::write(folder.join("open/TAH.DAT"), "x").unwrap();
    fs::write(folder.join("open/TIMEOUTS.DAT"), "0").unwrap();
    let output = run(env!("CARGO_BIN_EXE_pbrain-rustgomo"), &["file", "--files", "open"], &folder, "");
    assert!(output.status.success(), "{output:?}");
    assert!(fs::read_to_string(folder.join("open/TAH.DAT")).unwrap().contains(','));
    let output = run(env!("CARGO_BIN_EXE_pbrain-rustgomo"), &["--files", "nowhere"], &folder, "");
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn pipes_devices_and_folders_are_refused_and_left_alone() {
    use std::os::unix::fs::FileTypeExt;

    let folder = folder("pipes");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let commands = "YXHASHDUMP\nFILE\nYXHASHLOAD\nFILE\nYXTXTTODB\nFILE\nYXDBTOTXT\nFILE\nYXLIBTODB\nFILE\nYXDBMERGE\nFILE\n\
                    YXDBSPLIT\nFILE\nYXSETDATABASE\nFILE\n";
    for (name, kind) in [("pipe", "a named pipe"), ("/dev/null", "a device"), (".", "a folder")] {
        let told = gomocup(&[], &folder, &commands.replace("FILE", name));
        let refused = format!("expected a plain file, found {kind}");
        assert_eq!(told.iter().filter(|line| line.ends_with(&refused)).count(), 8, "{told:#?}");
        let told = lines(&["gtp"], &folder, &format!("loadsgf {name}\nprintsgf {name}\n"));
        assert_eq!(told.iter().filter(|line| line.ends_with(&refused)).count(), 2, "{told:#?}");
    }
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    let brain = env!("CARGO_BIN_EXE_pbrain-rustgomo");
    assert_eq!(run(brain, &["--network", "pipe"], &folder, "").status.code(), Some(2));
    fs::rename(&pipe, folder.join("PLOCHA.DAT")).unwrap();
    fs::write(folder.join("TAH.DAT"), "x").unwrap();
    let output = run(brain, &["file"], &folder, "");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

#[cfg(unix)]
#[test]
fn the_permissions_of_a_replaced_file_are_kept() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder("modes");
    gomocup(&[], &folder, "YXHASHDUMP\nown.hash\nYXDBTOTXT\nown.txt\nYXDBTOLIB\nown.lib\n");
    lines(&["gtp"], &folder, "printsgf game.sgf\n");
    let names = ["own.hash", "own.txt", "own.lib", "game.sgf"];
    for name in names {
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o600)).unwrap();
    }
    gomocup(&[], &folder, "YXHASHDUMP\nown.hash\nYXDBTOTXT\nown.txt\nYXDBTOLIB\nown.lib\n");
    lines(&["gtp"], &folder, "printsgf game.sgf\n");
    for name in names {
        assert_eq!(fs::metadata(folder.join(name)).unwrap().permissions().mode() & 0o777, 0o600, "{name}");
    }
}
