//! Damaged files of games, and what must hold for each.

use std::path::Path;

use proptest::prelude::*;
use rustgomo::Rule;
use rustgomo::record::{RecordReader, sgf};

/// Whole files of all formats with their names.
const FILES: [(&str, &[u8]); 12] = [
    ("a.lib", b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\x78\x80\x69\x88\xba\xda\xb1\xd8\x08x\0\0\x68\x41\0\x01A\0\x77\x60a\x80\0\x02\x79\x58ab\0\0"),
    ("b.lib", b"\x78\0\x79\x20}b|\xe4\0\0\x69\xc0\x68\x40"),
    ("a.sgf", b"mail\n(;GM[1]FF[3]CA[GB2312]SiZe[15]RU[renju]PB[\xd5\xc5\xc8\xfd]AB[aa:ca]AW[oo]PL[W];W[hh]B[ig]C[a\\]b]LB[ih:1]TR[hh](;W[tt])(;W[ii]V[-3]MS[9]))(;QPR[hh,hg,jf];QSLW[ig];B[gg])\x1a"),
    ("b.sgf", b"\xff\xfe(\0;\0P\0B\0[\0\xd2\x9e]\0;\0B\0[\0h\0h\0]\0)\0"),
    ("a.psq", b"Piskvorky 20x20, 11:11, 1\r\n10,10,0\r\n11,10\r\n 9 , 9 ,12\r\nDvo\xf8\xe1k\r\nB.zip\r\n-1\r\n2,Freestyle20_1\r\n"),
    ("a.rif", "<?xml version=\"1.0\"?><database><players><player id=\"1\" name=\"A\" surname=\"Ä\"/></players><tournaments><tournament id=\"1\" name=\"C\" start=\"1997-08-00\"/></tournaments><games><game id=\"1\" tournament=\"1\" black=\"1\" white=\"2\" bresult=\"0.5\" alt=\"g7\"><move>h8 h9 i10</move><info>a &amp; b</info></game><game id=\"2\"/></games></database>".as_bytes()),
    ("a.txt", b"game 1 number=7 size=15x15 rule=renju black=\"A\" white=\"B\" opening=2 result=1-0 end=five moves=h8 i9 j8:35:120 i8::9\n"),
    ("b.txt", b"# two\n1.h8 2.i9 3) j8\nh8-i9-j8\nhttps://gomocalc.com/#/h8i9\n"),
    ("a.sav", b"15\n20\n2\n7 7\n0 19\n"),
    ("a.pos", &[3, 112, 14, 210]),
    ("c.txt", b"\x8d\x95\x95\x4b\x8f\x9f h8 i9"),
    ("d.txt", b"(;GM[4];B[hh]C[\xb0\xd7\xc6\xe5\xcf\xc8])"),
];

/// A change: the kind, the place, and the byte or the length.
type Change = (u8, prop::sample::Index, u8);

/// Files with a few changes.
pub(crate) fn damaged() -> impl Strategy<Value = (usize, Vec<Change>)> {
    (0..FILES.len(), prop::collection::vec((0..5_u8, any::<prop::sample::Index>(), any::<u8>()), 1..6))
}

/// Name and bytes of a file after the changes.
pub(crate) fn damaged_file(file: usize, changes: &[Change]) -> (&'static Path, Vec<u8>) {
    let (name, whole) = FILES[file];
    let mut bytes = whole.to_vec();
    for &(kind, place, byte) in changes {
        let at = place.index(bytes.len() + 1);
        let end = (at + usize::from(byte % 16)).min(bytes.len());
        match kind {
            0 if at < bytes.len() => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            _ => {
                let part = bytes[at..end].to_vec();
                bytes.extend(part.repeat(usize::from(byte % 4)));
            }
        }
    }
    (Path::new(name), bytes)
}

/// Reads a file after the changes. What it must hold: no panic; no more nodes than the file has bytes; a game
/// that is read and legal is written as SGF and read back.
pub(crate) fn check_record(file: usize, changes: &[Change]) -> Result<usize, String> {
    let (name, bytes) = damaged_file(file, changes);
    let reader = RecordReader::new(Rule::Renju);
    let shown = || String::from_utf8_lossy(&bytes).into_owned();
    if let Ok(read) = reader.games(name, &bytes) {
        let moves: usize = read.games.iter().map(|game| game.moves.len()).sum();
        if moves > bytes.len() || read.notes.iter().any(|note| note.text.is_empty()) {
            return Err(format!("{moves} moves of {}: {:?}", bytes.len(), shown()));
        }
    }
    let Ok(read) = reader.trees(name, &bytes) else { return Ok(1) };
    for tree in &read.games {
        if tree.len() > bytes.len() + 2 {
            return Err(format!("{} nodes of {}: {:?}", tree.len(), bytes.len(), shown()));
        }
        if tree.main_line().verify().is_err() {
            // Such a game is not written: `record convert` leaves it out.
            continue;
        }
        let written = sgf::write_tree(tree);
        match sgf::read_trees(&written, Rule::Renju) {
            Ok(again) if again.len() == 1 && again[0].len() == tree.len() => {}
            other => return Err(format!("{:?} became {written:?}: {other:?}", shown())),
        }
    }
    Ok(1)
}
