//! Rule and board: arguments that several tools share.

use clap::Args;

use super::values;
use rustgomo::geometry::BoardSize;
use rustgomo::rules::Rule;

/// What is played.
#[derive(Clone, Copy, Debug, Args)]
pub(in crate::cli) struct VariantArgs {
    /// Rule: freestyle, standard, renju, caro (six or more always win) or exact-caro.
    #[arg(long, default_value = "freestyle", value_parser = values::rule)]
    pub(in crate::cli) rule: Rule,
    #[command(flatten)]
    pub(in crate::cli) board: SizeArgs,
}

/// The board, for tools with a rule of their own.
#[derive(Clone, Copy, Debug, Args)]
pub(in crate::cli) struct SizeArgs {
    /// Size of the board, such as 15 or 20x15.
    #[arg(long, default_value = "15", value_parser = values::size)]
    pub(in crate::cli) size: BoardSize,
}

/// What is played, where a record or a set of openings can say it, too.
#[derive(Clone, Copy, Debug, Args)]
pub(in crate::cli) struct WantedVariantArgs {
    /// Rule: freestyle, standard, renju, caro or exact-caro [default: that of record or set, else freestyle]. A record that names
    /// another rule is refused.
    #[arg(long, value_parser = values::rule)]
    pub(in crate::cli) rule: Option<Rule>,
    /// Size of the board, such as 15 or 20x15 [default: that of record or set, else 15].
    #[arg(long, value_parser = values::size)]
    pub(in crate::cli) size: Option<BoardSize>,
}

/// The rule of games that do not say it.
#[derive(Clone, Copy, Debug, Args)]
pub(in crate::cli) struct RecordRuleArgs {
    /// Rule, for records that name none.
    #[arg(long, default_value = "freestyle", value_parser = values::rule)]
    pub(in crate::cli) rule: Rule,
}
