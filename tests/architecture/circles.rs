//! Files of a folder that import each other in a circle, so that none of them can be read first.

use std::collections::{BTreeMap, BTreeSet};

use super::{behind, code, is_word, sources};

/// Where a module stands: the names that lead to it.
type Place = Vec<String>;

/// The text of every module outside its unit tests.
type Modules = BTreeMap<Place, String>;

fn place(path: &str) -> Place {
    let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').map(str::to_owned).collect()
}

fn modules(texts: &[(&str, &str)]) -> Modules {
    let outside = |text: &str| code(text).split("#[cfg(test)]\n").next().unwrap_or_default().to_owned();
    texts.iter().map(|(path, text)| (place(path), outside(text))).collect()
}

/// The paths of a tree of imports such as `a::{b, c::{self, D}}`, and the text behind it.
fn branches(tree: &str) -> (Vec<Place>, &str) {
    let end = tree.find(|c: char| !is_word(c) && c != ':').unwrap_or(tree.len());
    let trunk: Place = tree[..end].split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
    let Some(mut rest) = tree[end..].strip_prefix('{').filter(|_| end == 0 || tree[..end].ends_with("::"))
    else {
        return (vec![trunk], &tree[end..]);
    };
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        if rest.is_empty() || rest.starts_with('}') {
            return (found, rest.get(1..).unwrap_or_default());
        }
        let (paths, behind) = branches(rest);
        found.extend(paths.into_iter().map(|path| [trunk.clone(), path].concat()));
        // Skips `as name`, and anything else that is no tree.
        rest = &behind[behind.find([',', '}']).unwrap_or(behind.len())..];
    }
}

/// Whether a module declares a name for others, on a line that is not indented as methods are.
fn declares(text: &str, name: &str) -> bool {
    let kinds = ["struct ", "enum ", "trait ", "type ", "fn ", "const ", "static "];
    let lines = text.lines().filter(|line| !line.starts_with(' '));
    lines.flat_map(|line| kinds.iter().flat_map(|kind| behind(line, kind))).any(|rest| {
        let rest = rest.trim_start_matches("fn ").trim_start_matches("mut ");
        rest.strip_prefix(name).is_some_and(|rest| !rest.starts_with(is_word))
    })
}

/// The module that a path leads to, through the names that a folder passes on.
fn target(modules: &Modules, from: &Place, path: &[String]) -> Place {
    let mut here = from.clone();
    let mut names = path.iter().map(String::as_str).peekable();
    while let Some(name) = names.next_if(|name| ["crate", "super", "self"].contains(name)) {
        match name {
            "crate" => here.clear(),
            "super" => drop(here.pop()),
            _ => {}
        }
    }
    for name in names {
        let below = [here.clone(), vec![name.to_owned()]].concat();
        if modules.contains_key(&below) {
            here = below;
            continue;
        }
        let is_inside = |place: &&Place| place.len() > here.len() && place.starts_with(&here);
        let owner = modules.keys().filter(is_inside).find(|place| declares(&modules[*place], name));
        return owner.cloned().unwrap_or(here);
    }
    here
}

/// For each folder which of its members imports which other.
fn imports(modules: &Modules) -> BTreeMap<Place, BTreeMap<String, BTreeSet<String>>> {
    let mut found: BTreeMap<Place, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (from, text) in modules {
        let starts = ["crate", "super", "self"].into_iter().flat_map(|word| {
            let is_first = |rest: &&str| {
                rest.starts_with("::") && !text[..text.len() - rest.len() - word.len()].ends_with("::")
            };
            behind(text, word).into_iter().filter(is_first).map(move |rest| (word, rest))
        });
        for (word, rest) in starts {
            for path in branches(rest.trim_start_matches("::")).0 {
                let path = [vec![word.to_owned()], path].concat();
                let to = target(modules, from, &path);
                let depth = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
                // A folder's own file declares its members and passes their names on.
                let (Some(member), Some(other)) = (from.get(depth), to.get(depth)) else { continue };
                let folder = found.entry(from[..depth].to_vec()).or_default();
                folder.entry(member.clone()).or_default().insert(other.clone());
            }
        }
    }
    found
}

/// Everything that a member imports, directly or not.
fn reach<'a>(folder: &'a BTreeMap<String, BTreeSet<String>>, member: &'a str) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut open = vec![member];
    while let Some(name) = open.pop() {
        open.extend(
            folder.get(name).into_iter().flatten().map(String::as_str).filter(|&name| seen.insert(name)),
        );
    }
    seen
}

/// Circles as pairs of a folder and its members that import each other.
fn circles(modules: &Modules) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for (folder, members) in imports(modules) {
        for member in members.keys() {
            let comes_back = |other: &&String| {
                reach(&members, member).contains(other.as_str())
                    && reach(&members, other).contains(member.as_str())
            };
            let circle: Vec<&str> = members.keys().filter(comes_back).map(String::as_str).collect();
            if !circle.is_empty() {
                found.insert((folder.join("/"), circle.join(" ")));
            }
        }
    }
    found
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    for folder in ["src", "web/src", "workbench/src", "python/src"] {
        let sources = sources(folder);
        let texts: Vec<(&str, &str)> = sources.iter().map(|s| (s.path.as_str(), s.text.as_str())).collect();
        assert_eq!(circles(&modules(&texts)), BTreeSet::new(), "{folder}");
    }
}

#[test]
fn circles_are_noticed_through_names_that_are_passed_on() {
    let count = |texts: &[(&str, &str)]| circles(&modules(texts)).len();
    let folder = ("a/mod.rs", "mod b; mod c; pub use b::B;");
    assert_eq!(
        count(&[folder, ("a/b.rs", "use super::c::C; pub struct B;"), ("a/c.rs", "pub struct C;")]),
        0
    );
    assert_eq!(
        count(&[folder, ("a/b.rs", "use super::c::C; pub struct B;"), ("a/c.rs", "use super::B;")]),
        1
    );
    let nested = "use crate::{a::{c::{C, D as E}}, x}; pub struct B;";
    assert_eq!(count(&[folder, ("a/b.rs", nested), ("a/c.rs", "fn f() { crate::a::b::g() }")]), 1);
    assert_eq!(
        count(&[
            folder,
            ("a/b.rs", "pub struct B;"),
            ("a/c.rs", "#[cfg(test)]\nmod tests { use super::super::B; }")
        ]),
        0
    );
}
