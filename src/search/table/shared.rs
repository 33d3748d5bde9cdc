//! Access to the transposition table from outside the search.

use std::sync::Arc;

use parking_lot::Mutex;

use super::{Table, TableEntry};
use crate::geometry::BoardSize;
use crate::rules::Rule;

/// Largest table that is emptied in place: some of a processor's second cache.
const SMALL_BYTES: usize = 1 << 20;

/// A transposition table with the rule and board size of its positions.
#[derive(Clone, Debug)]
pub struct TableView {
    /// The table.
    pub table: Arc<Table>,
    /// The rule of its positions.
    pub rule: Rule,
    /// The board size of its positions.
    pub size: BoardSize,
    /// Bytes requested; the table is smaller if the allocation failed.
    pub(in crate::search) requested: usize,
}

impl TableView {
    /// A view of a table of the requested size.
    pub fn new(table: Arc<Table>, rule: Rule, size: BoardSize) -> Self {
        let requested = table.bytes();
        Self { table, rule, size, requested }
    }

    /// The entry of a position with this hash under a rule and on a board.
    pub fn entry(&self, rule: Rule, size: BoardSize, hash: u64) -> Option<TableEntry> {
        let matches = (rule, size) == (self.rule, self.size);
        self.table.get(hash).filter(|entry| matches && entry.best.is_none_or(|best| size.contains(best)))
    }
}

/// A searcher's table, readable by others at any time.
#[derive(Clone, Debug, Default)]
pub struct SharedTable(Arc<Mutex<Option<TableView>>>);

impl SharedTable {
    /// The table, if it is allocated.
    pub fn view(&self) -> Option<TableView> {
        self.0.lock().clone()
    }

    /// Empties a small table in place; frees the memory of another with its last view, since fresh pages come
    /// zeroed.
    pub(in crate::search) fn clear(&self) {
        let mut slot = self.0.lock();
        let table = slot.as_mut().and_then(|view| Arc::get_mut(&mut view.table));
        if let Some(table) = table.filter(|table| table.bytes() <= SMALL_BYTES) {
            table.clear();
            return;
        }
        let view = slot.take();
        drop(slot);
        drop(view);
    }

    /// The table, reallocated if there is none or fewer bytes were requested for it.
    pub(in crate::search) fn at_least(&self, bytes: usize, rule: Rule, size: BoardSize) -> Arc<Table> {
        let mut slot = self.0.lock();
        match &mut *slot {
            Some(view) if view.requested >= bytes => {
                // It was emptied if they differ.
                (view.rule, view.size) = (rule, size);
                Arc::clone(&view.table)
            }
            _ => {
                // Free the old one first: there may not be memory for both.
                *slot = None;
                let table = Arc::new(Table::new(bytes));
                *slot = Some(TableView { table: Arc::clone(&table), rule, size, requested: bytes });
                table
            }
        }
    }
}
