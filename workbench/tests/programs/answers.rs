//! Answers in JSON, compared with `docs/user/schema.json`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use rustgomo_web::{Analyser, Book, Effort, Game, Request, Running};
use serde_json::{Deserializer, Value, json};

use crate::brain;
use crate::common::{error, file, fresh, report, rustgomo};

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/user/schema.json");
    serde_json::from_slice(&std::fs::read(path).expect("the schema")).expect("JSON")
});

/// The definition of what a command line writes.
fn definition(arguments: &[&str]) -> String {
    let both = arguments.get(..2).unwrap_or(arguments).join("_");
    if SCHEMA["$defs"][&both].is_object() { both } else { arguments[0].to_owned() }
}

/// Fails unless an answer is one that the schema describes.
pub(crate) fn expect_described(arguments: &[&str], answer: &Value) {
    let name = definition(arguments);
    let schema = json!({ "$ref": format!("#/$defs/{name}"), "$defs": SCHEMA["$defs"] });
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    let faults: Vec<String> = validator.iter_errors(answer).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{name}: {faults:#?}\n{answer:#}");
}

/// The tools that have `--json`, by the names of their definitions.
fn tools_with_json(tool: &[&str]) -> BTreeSet<String> {
    let help = report(&[tool, &["-h"]].concat());
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let below: Vec<&str> = names.filter(|name| !["", "help", "brain", "fastchess"].contains(name)).collect();
    if below.is_empty() {
        return help.contains("--json").then(|| definition(tool)).into_iter().collect();
    }
    below.into_iter().flat_map(|name| tools_with_json(&[tool, &[name]].concat())).collect()
}

/// Runs tools whose answers must be described, and remembers which.
#[derive(Default)]
struct Runner {
    tools: BTreeSet<String>,
}

impl Runner {
    /// The last answer of a command line with `--json`. The exit code may be 1: little work finds little.
    fn run(&mut self, words: &str, files: &[&str]) -> Value {
        let arguments: Vec<&str> = words.split(' ').chain(files.iter().copied()).chain(["--json"]).collect();
        let output = rustgomo(&arguments);
        let answers = Deserializer::from_slice(&output.stdout).into_iter::<Value>();
        let answers: Vec<Value> = answers.map(|answer| answer.expect("JSON")).collect();
        for answer in &answers {
            expect_described(&arguments, answer);
        }
        self.tools.insert(definition(&arguments));
        assert!(!answers.is_empty(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        answers[answers.len() - 1].clone()
    }
}

#[test]
fn every_answer_of_every_tool_is_as_the_schema_says() {
    let mut tools = Runner::default();
    analyses(&mut tools);
    files(&mut tools);
    openings(&mut tools);
    training(&mut tools);
    let bench = tools.run("bench 3", &[]);
    assert!(bench["complete"] == true && bench["nodes"].as_u64() > Some(0), "{bench}");
    assert_eq!(tools.run("bench --threads 1 --time 0.05", &[])["speeds"][0]["threads"], 1);
    let quick = "--games 2 --concurrency 1";
    tools.run(&format!("match --nodes 20 {quick} --sprt 0,10"), &[brain(), brain()]);
    let timed = tools.run(&format!("match --turn-ms 20 --match-ms 2000 {quick}"), &[brain(), brain()]);
    assert!(timed["players"][0]["match_time_used"]["end"].is_object(), "{timed}");
    tools.run("tune --nodes 40 --iterations 1 --pairs 1 --size 7", &[]);
    tools.run("tune --list", &[]);
    let expected = file("answers.tst", "10 genmove b\n#? [X1]\n");
    assert_eq!(tools.run("gtp-regress", &[&expected])["failed"], 1);
    assert_eq!(tools.tools, tools_with_json(&[]));
}

fn analyses(tools: &mut Runner) {
    let won = "j8 i11 j6 f6 j10 f7 i10 f11 i7 g6 f9 k9 g7 h8 g11 h10 i9 i8";
    tools.run(&format!("analyze {won} --nodes 2000 --lines 2 --heat-nodes 20"), &[]);
    let lost = "analyze e5 a1 f5 c1 g5 --size 9 --nodes 500 --heat-nodes 5 --prove=1 --defend=5";
    let lost = tools.run(lost, &[]);
    assert!(lost["defence"]["loses"][0]["proof"].is_object() && lost["forced_win"]["is_threat"] == true);
    let fork = "h9 a1 h10 c1 i8 a15 j8 c15";
    let forbidden = tools.run(&format!("analyze {fork} --rule renju --nodes 200 --heat-nodes 0"), &[]);
    assert_eq!(forbidden["forbidden"][0]["foul"], "double three");
    let over = file("answers-over.txt", "h8 a1 i8 a2 j8 a3 k8 a4 l8 b1");
    assert_eq!(tools.run("analyze --at-move 10 --record", &[&over])["end"]["move_number"], 9);
    let fork = file("answers-fork.txt", format!("{fork} h8 e1"));
    let review = tools.run("review --rule renju --nodes 200", &[&fork]);
    assert_eq!(review["black_marks"]["blunders"], 1);
    let double = file("answers-double.txt", "h8 a1 i8 c1 h9 e1 i10 a3 h7");
    let review = tools.run("review --nodes 2000", &[&double]);
    assert_eq!(review["positions"][9]["proof_of_loss"]["is_played"], true);
    let database = fresh("answers-analyses.db");
    tools.run("analyze h8 i9 --nodes 200 --heat-nodes 0 --database", &[&database]);
    let known = tools.run("analyze h8 i9 --depth 1 --heat-nodes 0 --database", &[&database]);
    assert!(known["database"].is_object(), "{known}");
}

fn files(tools: &mut Runner) {
    let games = file("answers.sgf", "(;GM[4]SZ[15]RU[renju]RE[B+];B[hh]C[x];W[hi];B[ii];W[aa])");
    let short = file("answers-short.txt", "h8 h9 i9 b1");
    tools.run("record check", &[&games, "--rule", "renju"]);
    let converted = tools.run("record convert", &[&games, &fresh("answers.psq")]);
    assert_eq!(converted["lost"], json!({ "comments": 1 }));
    tools.run("record merge --rule renju", &[&games, &short, &fresh("answers-merged.sgf")]);
    let database = fresh("answers.db");
    tools.run("database import", &[&database, &games, "--plies", "4"]);
    tools.run("database stats", &[&database]);
    tools.run("database show", &[&database, "h8", "--rule", "renju"]);
    tools.run("database query", &[&database]);
    let grown = tools.run("database grow --nodes 200 --positions 2 --memory 1", &[&database, "h8", "h9"]);
    assert_eq!(grown["searched"], 2);
    tools.run("database edit --value -M4 --depth 12 --comment lost", &[&database, "h8", "i9"]);
    tools.run("database edit --delete", &[&database, "h8", "i9"]);
    tools.run("opening report --rule renju --database", &[&database]);
    tools.run("database export", &[&database, &fresh("answers-database.txt")]);
    tools.run("opening report", &[&games]);
}

fn openings(tools: &mut Runner) {
    let made = tools.run("opening generate -n 2 --nodes 500 --threads 1", &[]);
    assert!(made["complete"] == true && made["lines"].as_array().map(Vec::len) == Some(2), "{made}");
    assert_eq!(tools.run("opening show caro15 -n 3", &[])["number"], 3);
    let check = tools.run("opening check caro15 --threads 1", &[]);
    assert_eq!(check["openings"], check["checked"]);
    tools.run("opening play --count 2 --decision-nodes 500 --nodes 50 --threads 1", &[]);
}

fn training(tools: &mut Runner) {
    let games = fresh("answers.rg");
    let played = tools.run("selfplay --games 80 --nodes 20", &[&games]);
    assert!(played["complete"] == true && played["games"] == 80, "{played}");
    assert_eq!(tools.run("selfplay --stats", &[&games, &games])["by_rule"]["freestyle"], 160);
    assert_eq!(tools.run("selfplay --check", &[&games])["games"], 80);
    assert_eq!(tools.run("selfplay --dump", &[&games])["moves"][0]["kind"], "opening");
    assert!(error(&["selfplay", &games, "b.rg"]).contains("expected one file to play into, found 2"));
    let network = fresh("answers.rgn");
    drop(std::fs::remove_file(format!("{network}.json")));
    tools.run("train --rule freestyle --epochs 1 --batch 64", &[&games, "--out", &network]);
    tools.run("network show", &[&network]);
    tools.run("network compare embedded --nodes 10", &[&network, "--games", &games]);
    let set = file("answers-tactics.txt", "freestyle 15 7 h8 a1 h9 c15 i8 o1 j7 n14\nrenju 15 9 h8 i9\n");
    tools.run("tactics solve --nodes 3000", &[&set]);
    tools.run("tactics prove --work 1000", &[&set]);
    tools.run("tactics replay --nodes 3000 --searches 20 --lines 1", &[&set]);
    let mined =
        tools.run("tactics mine --nodes 2 --hard-nodes 1", &[&games, "--out", &fresh("answers-set.txt")]);
    assert_eq!(mined["found"], mined["by_rule"]["freestyle"], "{mined}");
}

#[test]
fn the_answers_of_the_board_are_as_the_schema_says() {
    let stop = rustgomo::StopHandle::new();
    let expect = |name: &str, answer: &str| {
        let answer: Value = serde_json::from_str(answer).expect("JSON");
        expect_described(&[name], &answer);
        answer
    };
    let game = |rule: &str, moves: &str| Game::new(rule, "15", moves).expect("a game");
    let fork = "h8a1h9a2i10a3j10a5";
    let view = expect("board_describe", &rustgomo_web::describe(&game("renju", fork)));
    assert_eq!(view["forbidden"][0]["square"], "h10");
    expect("board_describe", &rustgomo_web::describe(&game("freestyle", "h8a1i8a2j8a3k8a4l8")));
    let lost = game("freestyle", "h8a1i8c1h9e1i10a3h7");
    let mut analyser = Analyser::new(1 << 20);
    let proof = expect("board_prove", &analyser.prove(&lost, 100_000, &stop).expect("a proof"));
    assert_eq!(proof["win"]["is_played"], true);
    expect("board_prove", &analyser.prove(&game("renju", "h8i9"), 100, &stop).expect("no proof"));
    let request = Request { nodes: Some(500), lines: 2, ..Request::default() };
    let report = analyser.analyse(&lost, &request, &Running::default(), |_| ());
    expect("analysis", &report.expect("an analysis"));
    let review = rustgomo_web::review(&game("renju", "h9"), "h8i9/h8", &[9, 400]).expect("a review");
    assert_eq!(expect("board_review", &review)["black_marks"]["blunders"], 1);
    expect("board_balance", &analyser.balance(&game("freestyle", "h8"), true, 500, &stop));
    let opening = rustgomo_web::read_opening("swap2", "15", "h8 i9 j10").expect("an opening");
    expect("board_opening", &rustgomo_web::describe_opening(&opening));
    let effort = Effort { nodes: 100, seed: 1 };
    expect("board_choose", &analyser.choose(&opening, rustgomo::Rule::Standard, effort, &stop));
    let sgf = b"(;GM[4]SZ[15]RU[renju]PB[a]KE[x]C[start];B[hh]C[x]TR[aa]LB[bb:A]V[20];W[hi])";
    let read = rustgomo_web::read_tree("a.sgf", sgf, "renju", "", 0).expect("a file");
    let tree = expect("board_read", &read)["tree"].to_string();
    expect("board_lost", &rustgomo_web::lost_from(&tree, "psq").expect("what is lost"));
    let book = Book::open("a.sgf", sgf, "renju").expect("a book");
    expect("board_book", &book.summary());
    expect("board_look", &book.look(&game("renju", "h8")));
    let values = b"index,key,label,value,depth,bound,text\n0,r-15-15-h8-h7-b,,-120,31,exact,\"\"\n";
    let book = Book::open("a.txt", values, "renju").expect("a book");
    assert_eq!(expect("board_look", &book.look(&game("renju", "h8")))["moves"][0]["score"], 120);
}
