//! Names of engines: those that they report, extended where several are equal.

use std::path::{Component, Path};

use super::command_line::command_words;
use super::options::{EngineOptions, MEGABYTE};

/// A distinct name for each engine. To equal names the differing arguments, settings and limits are appended,
/// else the differing part of the path, else a number.
pub(super) fn distinct_names(engines: &[EngineOptions], names: &[String]) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for (engine, name) in engines.iter().zip(names) {
        let twins: Vec<&EngineOptions> =
            engines.iter().zip(names).filter(|(_, other)| *other == name).map(|(engine, _)| engine).collect();
        let label = label(engine, &twins);
        let name = if label.is_empty() { name.clone() } else { format!("{name} {label}") };
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let is_free = |name: &String| !distinct.contains(name);
        let free = std::iter::once(name.clone()).chain(numbered).find(is_free);
        distinct.extend(free);
    }
    distinct
}

/// The items of an engine that not all engines of the same name have.
fn label(engine: &EngineOptions, twins: &[&EngineOptions]) -> String {
    let only_some = |parts: fn(&EngineOptions) -> Vec<String>| {
        let is_shared = |part: &String| twins.iter().all(|twin| parts(twin).contains(part));
        parts(engine).into_iter().filter(|part| !is_shared(part)).collect::<Vec<_>>()
    };
    let settings = only_some(settings);
    let differ_in_settings = twins.iter().any(|twin| self::settings(twin) != self::settings(engine));
    let label =
        if differ_in_settings { settings.join(" ") } else { only_some(place).pop().unwrap_or_default() };
    label.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Arguments, `INFO` lines and limits. A value stays with its option.
fn settings(engine: &EngineOptions) -> Vec<String> {
    let words = command_words(&engine.command);
    let arguments = words.get(1..).unwrap_or(&[]);
    let mut settings: Vec<String> =
        arguments.chunk_by(|_, next| !next.starts_with('-')).map(|option| option.join(" ")).collect();
    settings.extend(engine.infos.iter().map(|(key, value)| format!("{key}={value}")));
    let limits = &engine.limits;
    let named = [
        ("turn-ms", limits.turn_ms.map(u64::from)),
        ("match-ms", limits.match_ms.map(u64::from)),
        ("increment", (limits.increment_ms > 0).then_some(limits.increment_ms.into())),
        ("nodes", limits.nodes),
        ("depth", limits.depth.map(u64::from)),
        ("memory", Some(limits.memory_bytes / MEGABYTE)),
        ("threads", Some(limits.threads.into())),
    ];
    settings.extend(named.into_iter().filter_map(|(key, value)| Some(format!("{key}={}", value?))));
    settings
}

/// The folders of the program, and its name without extension.
fn place(engine: &EngineOptions) -> Vec<String> {
    let words = command_words(&engine.command);
    let path = words.first().map(|program| Path::new(program).with_extension("")).unwrap_or_default();
    let part = |part: Component<'_>| match part {
        Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
        _ => None,
    };
    path.components().filter_map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::developers::matches::EngineLimits;

    fn names(commands: &[&str]) -> Vec<String> {
        let engines: Vec<EngineOptions> = commands.iter().map(|command| engine(command)).collect();
        distinct_names(&engines, &vec!["Gomo".to_owned(); engines.len()])
    }

    fn engine(command: &str) -> EngineOptions {
        let limits = EngineLimits::default();
        EngineOptions { command: command.to_owned(), name: None, infos: Vec::new(), limits }
    }

    #[test]
    fn engines_of_one_name_are_told_apart_by_what_differs() {
        assert_eq!(names(&["./brain", "./brain --classical"]), ["Gomo", "Gomo --classical"]);
        assert_eq!(
            names(&["a --quiet --rule renju", "a --quiet --network x.rgn"]),
            ["Gomo --rule renju", "Gomo --network x.rgn"]
        );
        assert_eq!(names(&["./new/brain", "./old/brain"]), ["Gomo new", "Gomo old"]);
        assert_eq!(names(&["/a/brain-1.exe", "/a/brain-2.exe"]), ["Gomo brain-1", "Gomo brain-2"]);
        assert_eq!(names(&["a", "a", "a --classical"]), ["Gomo", "Gomo 2", "Gomo --classical"]);
        assert_eq!(names(&["a"]), ["Gomo"]);
    }

    #[test]
    fn settings_and_limits_tell_engines_apart_and_other_names_stay() {
        let mut engines = vec![engine("a"), engine("a"), engine("b")];
        engines[0].infos.push(("thread_num".to_owned(), "2".to_owned()));
        (engines[0].limits.nodes, engines[1].limits.nodes) = (Some(500), Some(1000));
        let own = ["Gomo", "Gomo", "Other"].map(str::to_owned);
        assert_eq!(
            distinct_names(&engines, &own),
            ["Gomo thread_num=2 nodes=500", "Gomo nodes=1000", "Other"]
        );
    }
}
