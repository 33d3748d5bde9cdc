//! `rustgomo review`.

use std::iter;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::Args;

use super::common::{ToolResult, load_networks_of, tell, with_progress, write_report};
use super::output::PictureArgs;
use crate::options::{DatabaseOption, NetworkOptions};
use crate::players::analyze::read_game;
use crate::players::drawing::graph_svg;
use crate::players::games::{EncodingOption, Filter};
use crate::players::review::review;
use crate::search_options::SearchOptions;
use rustgomo::rules::Rule;

/// Time for each position without a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    /// Game file: .psq, .sgf, .lib, .sav, .pos, .rif, a list of moves or text.
    record: PathBuf,
    /// Number of the game in the file, among those that are taken.
    #[arg(long, default_value_t = 1)]
    game: usize,
    /// Rule of a record that names none [default: renju for RenLib, else freestyle]. A record that names
    /// another one is refused.
    #[arg(long)]
    rule: Option<Rule>,
    #[command(flatten)]
    encoding: EncodingOption,
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    networks: NetworkOptions,
    #[command(flatten)]
    database: DatabaseOption,
    /// Write the review as an HTML page: board to step through, graph, best lines, mistakes.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    pictures: PictureArgs,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the tool.
pub(super) fn review_game(args: &ReviewArgs) -> ToolResult {
    let read = iter::once(args.record.as_path()).chain(args.database.file()).chain(args.networks.files());
    args.pictures.expect(&args.html, read)?;
    let (game, told) = read_game(&args.record, args.game, args.rule, args.encoding, &args.filter)?;
    tell(&told);
    let limits = args.search.analysis_limits(1, DEFAULT_TIME);
    let mut searcher = args.search.searcher(load_networks_of(&[game.rule], &args.networks)?);
    let database = args.database.open()?;
    let reviewed =
        with_progress(|stop, meter| review(&game, &limits, &mut searcher, database.as_ref(), stop, meter))?;
    // As for an analysis.
    let graph = graph_svg(&reviewed.graph(), reviewed.first_number());
    let files = args.pictures.write_beside(args.html.as_deref(), || reviewed.page(), &graph);
    let told = write_report(args.json, &reviewed, |reviewed, out| reviewed.write(out));
    files?;
    told?;
    if let Some(error) = &reviewed.database_error {
        bail!("{error}");
    }
    Ok(reviewed.is_complete())
}
