//! `rustgomo database`.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};

use super::common::{
    ToolResult, load_networks_of, stop_on_ctrl_c, tell, with_bar, write_json_line, write_report,
};
use super::output::OverwriteArgs;
use crate::options::{NetworkOptions, VariantOptions};
use crate::players::analyze::Subject;
use crate::players::caption::counted;
use crate::players::database::{
    DatabaseReport, EditOptions, ExportFormat, Exported, GrowOptions, ImportOptions, Imported, PositionView,
    QueryOptions, SearchedPosition, edit, export, grow, import, query, walk,
};
use crate::search_options::LimitOptions;
use rustgomo::database::{Database, DatabaseError, Label};
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;
use rustgomo::search::Limits;

/// Time for each position of a growth without a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

#[derive(Debug, Subcommand)]
pub(super) enum DatabaseTool {
    /// Check the whole database and print its statistics.
    Stats(StatsArgs),
    /// Merge a file into a database: games, whose positions get their results as comments, another database,
    /// the text format or the database of Rapfi and Yixin-Board, or a RenLib library.
    ///
    /// Of two entries for a position the better one is kept: results before values, exact values before bounds, then the greater depth.
    Import(ImportArgs),
    /// Export to a file: *.lib is a RenLib library of the tree from the empty board, *.db the database of
    /// Rapfi and Yixin with all positions, any other name the text format of all positions, or of those of
    /// --rule and --size.
    Export(ExportArgs),
    /// Show a position and the moves that lead to other positions of the database, the best first.
    ///
    /// Scores are those of the side to move, labels those of the player who moves.
    Show(ShowArgs),
    /// List positions by score, depth, label and comment.
    Query(QueryArgs),
    /// Walk through a database by commands from standard input, such as `h8 i9`, `best` or `back`; `help`
    /// lists them.
    Walk(PositionArgs),
    /// Set value, depth, label or comment of a position, or delete it.
    Edit(EditArgs),
    /// Search positions below a position, best first, and back their values up to it, until Ctrl-C.
    ///
    /// Each line of output is a searched position whose values are on the disk; the last ones say what has
    /// changed. The same command goes on where it was ended, even by a kill.
    Grow(GrowArgs),
}

#[derive(Debug, Args)]
pub(super) struct StatsArgs {
    /// The database.
    file: PathBuf,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// The database, created if it is missing or empty.
    file: PathBuf,
    /// File to import, or a folder of games.
    from: PathBuf,
    #[command(flatten)]
    options: ImportOptions,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    /// The database.
    file: PathBuf,
    /// Output file.
    to: PathBuf,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Rule of a library, or of the positions to write as text [default: freestyle if there is a --size;
    /// text: all].
    #[arg(long)]
    rule: Option<Rule>,
    /// Size of the board of the positions to write as text, such as 15 or 20x15 [default: 15 if there is a
    /// --rule; else all].
    #[arg(long)]
    size: Option<BoardSize>,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

impl ExportArgs {
    /// The rule and size to write; `None` without these options.
    fn only(&self) -> Result<Option<(Rule, BoardSize)>> {
        let is_given = self.rule.is_some() || self.size.is_some();
        let only = is_given.then(|| (self.rule.unwrap_or(Rule::Freestyle), self.size.unwrap_or_default()));
        match (ExportFormat::of_name(&self.to), only) {
            (ExportFormat::Library, Some((_, size))) if size != BoardSize::default() => {
                bail!("expected --size 15 for a RenLib library, found {size}")
            }
            (ExportFormat::Rapfi, Some(_)) => {
                bail!("expected neither --rule nor --size for a database of Rapfi, which gets all positions")
            }
            _ => Ok(only),
        }
    }
}

/// A database and a position.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// The database.
    file: PathBuf,
    /// Moves of the position, such as h8 i9 j10; a1 is at the bottom left. No moves mean the empty board.
    moves: Vec<String>,
    #[command(flatten)]
    variant: VariantOptions,
}

impl PositionArgs {
    fn subject(&self) -> Result<Subject> {
        Subject::from_moves(&self.moves.join(" "), self.variant.size, self.variant.rule)
    }
}

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct QueryArgs {
    /// The database.
    file: PathBuf,
    #[command(flatten)]
    options: QueryOptions,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct EditArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    options: EditOptions,
    /// Create the database if it is missing or empty.
    #[arg(long, conflicts_with_all = ["delete", "delete_branch"])]
    create: bool,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct GrowArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    options: GrowOptions,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    networks: NetworkOptions,
    /// Report as JSON: a line for each position, then what has changed.
    #[arg(long)]
    json: bool,
}

impl DatabaseTool {
    /// The database.
    const fn file(&self) -> &PathBuf {
        match self {
            Self::Stats(args) => &args.file,
            Self::Import(args) => &args.file,
            Self::Export(args) => &args.file,
            Self::Query(args) => &args.file,
            Self::Walk(args) => &args.file,
            Self::Show(ShowArgs { position, .. })
            | Self::Edit(EditArgs { position, .. })
            | Self::Grow(GrowArgs { position, .. }) => &position.file,
        }
    }
}

/// Runs the tool.
pub(super) fn database(tool: &DatabaseTool) -> ToolResult {
    run(tool).map_err(|error| match error.downcast::<DatabaseError>() {
        Ok(error) => error.within(tool.file()).into(),
        Err(error) => error,
    })
}

fn run(tool: &DatabaseTool) -> ToolResult {
    match tool {
        DatabaseTool::Stats(args) => {
            let report = DatabaseReport::new(&mut Database::open_existing(&args.file)?)?;
            write_report(args.json, &report, |report, out| report.write(out))?;
            Ok(report.damaged == 0)
        }
        DatabaseTool::Import(args) => {
            let Imported { count, noun, told } =
                with_bar(|meter| import(&args.file, &args.from, &args.options, meter))?;
            tell(&told);
            let read = format!("read from {}", args.from.display());
            write_count(args.json, "imported", (count, &noun), &read)?;
            Ok(told.is_whole())
        }
        DatabaseTool::Export(args) => {
            let only = args.only()?;
            args.overwrite.expect([&args.to])?;
            let exported = export(&Database::open_existing(&args.file)?, &args.to, only)?;
            write_exported(args, exported)
        }
        DatabaseTool::Show(ShowArgs { position, json }) => {
            let subject = position.subject()?;
            show(&Database::open_existing(&position.file)?, &subject, *json)
        }
        DatabaseTool::Query(args) => {
            let found = query(&Database::open_existing(&args.file)?.reader()?, &args.options)?;
            write_report(args.json, &found, |found, out| found.write(out))?;
            Ok(true)
        }
        DatabaseTool::Walk(args) => {
            let subject = args.subject()?;
            let database = Database::open_existing(&args.file)?;
            let reader = database.reader()?;
            let has_prompt = io::stdin().is_terminal() && io::stdout().is_terminal();
            walk(&reader, subject, &mut io::stdin().lock(), &mut io::stdout().lock(), has_prompt)?;
            Ok(true)
        }
        DatabaseTool::Edit(args) => edit_position(args),
        DatabaseTool::Grow(args) => grow_database(args),
    }
}

fn edit_position(EditArgs { position, options, create, json }: &EditArgs) -> ToolResult {
    let subject = position.subject()?;
    let is_deletion = options.delete || options.delete_branch;
    if options.value.is_some() && options.label.is_some_and(Label::is_result) {
        bail!("expected --value or the label of a result, found both: +M5 or -M4 sets the label, too");
    }
    let open = if *create { Database::open } else { Database::open_existing };
    let database = open(&position.file)?;
    let deleted = edit(&database, &subject, options)?;
    if !is_deletion {
        return show(&database, &subject, *json);
    }
    let what = format!("deleted from {}", position.file.display());
    write_count(*json, "deleted", (deleted, "position"), &what)?;
    Ok(deleted > 0)
}

fn grow_database(args: &GrowArgs) -> ToolResult {
    let subject = args.position.subject()?;
    let networks = load_networks_of(&[subject.rule], &args.networks)?;
    let database = Database::open(&args.position.file)?;
    let mut tell = |searched: &SearchedPosition| {
        let out = &mut io::stdout();
        if args.json {
            write_json_line(out, searched)?;
        } else {
            searched.write(out)?;
        }
        out.flush()
    };
    let limits = Limits {
        lines: args.options.lines,
        analysis: true,
        completes_depth_1: true,
        ..args.limits.limits(DEFAULT_TIME)
    };
    let stop = stop_on_ctrl_c();
    let grown = grow((&database, &subject), (&args.options, limits), networks, &stop, &mut tell)?;
    let out = &mut io::stdout();
    if args.json {
        write_json_line(out, &grown)?;
    } else {
        grown.write(out)?;
    }
    Ok(true)
}

fn show(database: &Database, subject: &Subject, json: bool) -> ToolResult {
    let view = PositionView::new(&database.reader()?, subject)?;
    write_report(json, &view, |view, out| view.write(out))?;
    Ok(true)
}

fn write_exported(args: &ExportArgs, Exported { written, left_out, reason }: Exported) -> ToolResult {
    let report = serde_json::json!({ "exported": written, "left_out": left_out });
    write_report(args.json, &report, |_, out| {
        if left_out > 0 {
            writeln!(out, "{} left out: those {reason}", counted(left_out as usize, "position"))?;
        }
        writeln!(out, "{} written to {}", counted(written, "position"), args.to.display())
    })?;
    Ok(true)
}

/// Reports how many things were treated.
fn write_count(json: bool, name: &str, (count, noun): (usize, &str), what: &str) -> io::Result<()> {
    let report = serde_json::json!({ name: count });
    write_report(json, &report, |_, out| writeln!(out, "{} {what}", counted(count, noun)))
}
