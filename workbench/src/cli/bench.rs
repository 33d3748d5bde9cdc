//! `rustgomo bench`.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use anyhow::bail;
use clap::Args;

use super::common::{ToolResult, stop_on_ctrl_c, with_progress, write_json, write_report};
use crate::developers::bench::{measure, write_table};
use crate::values;
use rustgomo::engine::MAX_THREADS;
use rustgomo::eval::Networks;
use rustgomo::search::Limits;
use rustgomo::search::bench::{self, DEFAULT_DEPTH};

#[derive(Debug, Args)]
pub(super) struct BenchArgs {
    /// Depth of each search in plies.
    #[arg(default_value_t = DEFAULT_DEPTH, value_parser = values::within(1..=u32::MAX))]
    depth: u32,
    /// Measure nodes per second with these numbers of threads instead, such as 1,2,4 [without numbers: 1, 2,
    /// 4 … up to all cores].
    #[arg(
        long,
        num_args = 0..,
        value_delimiter = ',',
        value_parser = values::search_threads,
        conflicts_with = "depth"
    )]
    threads: Option<Vec<usize>>,
    /// Seconds for each number of threads.
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = values::seconds, requires = "threads", conflicts_with = "depth")]
    time: Duration,
    /// Size of the transposition table in MiB with --threads. It is cleared before each position, which costs
    /// more than a short search if it is large.
    #[arg(long, default_value_t = 16, value_parser = values::within(1..=32_768_u16), requires = "threads", conflicts_with = "depth")]
    memory: u16,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the tool.
pub(super) fn bench(args: &BenchArgs) -> ToolResult {
    if let Some(threads) = &args.threads {
        return bench_threads(args, threads);
    }
    let stop = stop_on_ctrl_c();
    if !args.json {
        return Ok(bench::run(&stop, &mut io::stdout(), &Networks::embedded(), args.depth)?);
    }
    let mut positions = Vec::new();
    let result = bench::measure(&stop, &Networks::embedded(), args.depth, |number, rule, nodes| {
        positions.push(serde_json::json!({ "number": number, "rule": rule.name(), "nodes": nodes }));
    });
    let report = serde_json::json!({
        "depth": args.depth,
        "positions": positions,
        "complete": result.is_complete,
        "nodes": result.nodes,
        "seconds": result.elapsed.as_secs_f64(),
        "nodes_per_second": result.nodes_per_second(),
    });
    write_json(&mut io::stdout(), &report)?;
    Ok(result.is_complete)
}

fn bench_threads(args: &BenchArgs, threads: &[usize]) -> ToolResult {
    if threads.contains(&0) {
        bail!("expected --threads of 1 or more");
    }
    let cores = values::cores(0).min(MAX_THREADS);
    let powers = std::iter::successors(Some(1), |n| Some(n * 2)).take_while(|&n| n < cores).chain([cores]);
    let threads = if threads.is_empty() { powers.collect() } else { threads.to_vec() };
    let limits = Limits::time(args.time / bench::boards().count() as u32);
    let memory = usize::from(args.memory) << 20;
    let speeds = with_progress(|stop, meter| measure(&threads, &limits, memory, stop, meter));
    let report = BTreeMap::from([("speeds", &speeds)]);
    write_report(args.json, &report, |_, out| write_table(out, &speeds))?;
    Ok(speeds.len() == threads.len())
}
