//! The table as others see it while a searcher uses it.

use std::sync::Arc;

use parking_lot::Mutex;

use super::{Table, TableEntry};
use crate::geometry::BoardSize;
use crate::rules::Rule;

/// A table and what it is about.
#[derive(Clone, Debug)]
pub struct TableView {
    /// The table.
    pub table: Arc<Table>,
    /// The rule of its positions.
    pub rule: Rule,
    /// Their board.
    pub size: BoardSize,
    /// Bytes that were asked for; the table is smaller if the system did not give as many.
    pub(in crate::search) asked: usize,
}

impl TableView {
    /// A table that is as large as was asked for.
    pub fn new(table: Arc<Table>, rule: Rule, size: BoardSize) -> Self {
        let asked = table.bytes();
        Self { table, rule, size, asked }
    }

    /// What is known of a position with this hash, under a rule and on a board.
    pub fn entry(&self, rule: Rule, size: BoardSize, hash: u64) -> Option<TableEntry> {
        let is_mine = (rule, size) == (self.rule, self.size);
        self.table.get(hash).filter(|entry| is_mine && entry.best.is_none_or(|best| size.contains(best)))
    }
}

/// Where a searcher keeps its table, so that others can look into it at any time.
#[derive(Clone, Debug, Default)]
pub struct SharedTable(Arc<Mutex<Option<TableView>>>);

impl SharedTable {
    /// The table, if there is one now.
    pub fn view(&self) -> Option<TableView> {
        self.0.lock().clone()
    }

    /// Drops the table.
    pub(in crate::search) fn clear(&self) {
        // The memory is given back when the last view goes.
        let view = self.0.lock().take();
        drop(view);
    }

    /// The table, made anew if there is none or it was made for fewer bytes.
    pub(in crate::search) fn at_least(&self, bytes: usize, rule: Rule, size: BoardSize) -> Arc<Table> {
        let mut slot = self.0.lock();
        match &*slot {
            Some(view) if view.asked >= bytes => Arc::clone(&view.table),
            _ => {
                // The old one goes first: there may not be room for both.
                *slot = None;
                let table = Arc::new(Table::new(bytes));
                *slot = Some(TableView { table: Arc::clone(&table), rule, size, asked: bytes });
                table
            }
        }
    }
}
