//! Network files beside the program.

use std::fs;
use std::path::Path;
use std::process::Command;

use rustgomo::eval::Networks;
use rustgomo::eval::network::NetworkWeights;
use rustgomo::rules::Rule;

#[test]
fn tools_warn_of_files_that_are_no_networks() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("networks-tools");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir(&folder).unwrap();
    let network = Networks::embedded().file(Rule::Freestyle).unwrap().to_vec();
    fs::write(folder.join("cut.rgn"), &network[..network.len() / 2]).unwrap();
    fs::write(folder.join("letter.rgn"), "Dear Rafael").unwrap();
    fs::write(folder.join("sound.rgn"), &network).unwrap();
    fs::write(folder.join("zero.rgn"), NetworkWeights::zero(Rule::Standard, 32, 0).to_bytes()).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_rustgomo"));
    let copy = folder.join(program.file_name().unwrap());
    if fs::hard_link(program, &copy).is_err() {
        fs::copy(program, &copy).unwrap();
    }
    let words = ["selfplay", "games.rg", "--games", "1", "--nodes", "10"];
    let run = |words: &[&str]| Command::new(&copy).args(words).current_dir(&folder).output().unwrap();
    let output = run(&words);
    let errors = String::from_utf8(output.stderr).unwrap();
    let warned = errors.lines().filter(|line| line.starts_with("warning: cannot use ")).count();
    assert!(output.status.success() && warned == 2, "{errors}");
    // That of freestyle is the one inside the program.
    let replaced: Vec<&str> = errors.lines().filter(|line| line.contains(" replaces ")).collect();
    let [line] = replaced[..] else { panic!("{errors}") };
    assert!(line.ends_with("zero.rgn beside the program replaces the network of standard"), "{line}");
    // A file may hold networks of several rules, as that of a release does.
    let both = [Rule::Renju, Rule::Freestyle].map(|rule| Networks::embedded().file(rule).unwrap().to_vec());
    fs::write(folder.join("all.networks"), both.concat()).unwrap();
    let output = run(&["analyze", "h8", "--nodes", "10", "--network", "all.networks"]);
    assert!(output.status.success(), "{output:?}");
    let output = run(&["network", "show", "all.networks"]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("expected one network, found several"));
    fs::remove_dir_all(folder).unwrap();
}
