//! `rustgomo board`.

use std::env;
use std::io::{self, Write};
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use super::common::{ToolResult, stop_on_ctrl_c, tell};
use crate::players::analyze::read_game;
use crate::players::board_server::{BoardServer, Site};
use crate::players::games::{EncodingOption, Filter};
use crate::values;
use rustgomo::engine::MAX_THREADS;
use rustgomo::record::GameRecord;
use rustgomo::rules::Rule;

/// Transposition table of each search of the native engine, in bytes.
const TABLE_BYTES: usize = 128 << 20;

#[derive(Debug, Args)]
pub(super) struct BoardArgs {
    /// Game to open: .psq, .sgf, .lib, .sav, .pos, .rif, a list of moves or text.
    record: Option<PathBuf>,
    /// Number of the game in the file.
    #[arg(long, default_value_t = 1, requires = "record")]
    game: usize,
    /// Rule of a record that names none [default: renju for RenLib, else freestyle]. A record that names
    /// another one is refused.
    #[arg(long, requires = "record")]
    rule: Option<Rule>,
    #[command(flatten)]
    encoding: EncodingOption,
    /// Address of this machine's loopback to listen on. Others are refused: the board has no TLS.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = loopback)]
    listen: IpAddr,
    /// Port; 0 takes a free one.
    #[arg(long, default_value_t = 8015)]
    port: u16,
    /// Folder of the board [default: the board inside this program, else board beside it, else
    /// target/web/site].
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// Search with this program's engine instead of the one in the page: about twice as fast, and on several
    /// cores.
    #[arg(long)]
    native: bool,
    /// Search threads of the native engine; 0 uses all cores.
    #[arg(long, default_value_t = 0, requires = "native", value_parser = values::search_threads)]
    threads: usize,
    /// Do not open a browser.
    #[arg(long)]
    no_browser: bool,
}

/// Runs the tool.
pub(super) fn serve_board(args: &BoardArgs) -> ToolResult {
    let read = |record: &PathBuf| -> Result<GameRecord> {
        let (game, told) = read_game(record, args.game, args.rule, args.encoding, &Filter::default())?;
        tell(&told);
        Ok(game)
    };
    // Problems are told here; the page reads the file again, with its variations, comments and marks.
    let game = args.record.as_ref().map(read).transpose()?;
    let site = args.site.clone().map_or_else(|| Site::embedded_or_in(&default_folders()), Site::in_folder)?;
    let mut server = BoardServer::bind(site, (args.listen, args.port).into())?;
    if args.native {
        server.serve_engine(values::cores(args.threads).min(MAX_THREADS), TABLE_BYTES)?;
    }
    if let Some(path) = &args.record {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        server.serve_game(&name, std::fs::read(path)?);
    }
    let choice = game.map(|game| choice(args, game.rule)).unwrap_or_default();
    let address = format!("{}{choice}", server.address());
    writeln!(io::stdout(), "{address}")?;
    writeln!(io::stderr(), "The board is at this address of your own machine; Ctrl-C ends it.")?;
    if !args.no_browser && open::that_detached(&address).is_err() {
        writeln!(io::stderr(), "No browser could be opened: please open the address yourself.")?;
    }
    server.run(&stop_on_ctrl_c())?;
    Ok(true)
}

/// An address that only this machine reaches.
fn loopback(text: &str) -> Result<IpAddr, String> {
    let address: IpAddr =
        text.parse().map_err(|_| "expected an address such as 127.0.0.1 or ::1".to_owned())?;
    if address.is_loopback() {
        return Ok(address);
    }
    let advice =
        "let a web server with TLS, in front of it, forward to the loopback, or serve web.zip from any host";
    Err(format!("the board would be open to other machines without TLS: {advice}"))
}

fn default_folders() -> Vec<PathBuf> {
    let program = env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent).map(|folder| folder.join("board"));
    beside.into_iter().chain([Path::new("target").join("web").join("site")]).collect()
}

/// The part of the page's address that says how the game is read.
fn choice(args: &BoardArgs, rule: Rule) -> String {
    let page = args.encoding.encoding.map(|page| format!("&encoding={}", page.name()));
    format!("&number={}&rule={}{}", args.game, rule.name(), page.unwrap_or_default())
}
