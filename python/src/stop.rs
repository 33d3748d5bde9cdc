//! Ends of long work: a stop from another thread, Ctrl-C, a time limit.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use rustgomo::StopHandle;

use crate::errors::error;

/// Time between two looks for Ctrl-C.
const INTERVAL: Duration = Duration::from_millis(50);
/// Time between two tries to lock.
const LOCK_INTERVAL: Duration = Duration::from_millis(2);

/// Ends an analysis or a proof search from another thread or a callback. Also work that begins later ends at
/// once, until `clear()`.
///
/// >>> stop = Stop()
/// >>> stop.stop()
/// >>> Analyst().analyse(Board(), stop=stop).depth
/// 1
#[pyclass(frozen, module = "rustgomo")]
#[derive(Default)]
pub struct Stop {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    is_stopped: bool,
    running: BTreeMap<u64, StopHandle>,
    registered: u64,
}

/// Work that a [`Stop`] ends, until it is done.
struct Registration<'a> {
    stop: &'a Stop,
    number: u64,
}

impl Drop for Registration<'_> {
    fn drop(&mut self) {
        self.stop.with(|state| state.running.remove(&self.number));
    }
}

impl Stop {
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Passes later stops on to this work, and an earlier one at once.
    fn register(&self, work: &StopHandle) -> Registration<'_> {
        self.with(|state| {
            state.registered += 1;
            state.running.insert(state.registered, work.clone());
            if state.is_stopped {
                work.stop();
            }
            Registration { stop: self, number: state.registered }
        })
    }
}

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Ends the work that runs.
    fn stop(&self) {
        self.with(|state| {
            state.is_stopped = true;
            state.running.values().for_each(StopHandle::stop);
        });
    }

    /// Lets later work run again.
    fn clear(&self) {
        self.with(|state| state.is_stopped = false);
    }

    /// Whether `stop()` was called.
    #[getter]
    fn is_stopped(&self) -> bool {
        self.with(|state| state.is_stopped)
    }
}

/// A time limit in seconds.
pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| error(format_args!("expected a number of seconds, found {seconds}")))
}

/// Work that a stop and Ctrl-C end, also while it waits for what another thread uses.
pub(crate) struct Work<'a> {
    handle: StopHandle,
    _registration: Option<Registration<'a>>,
}

impl<'a> Work<'a> {
    pub(crate) fn new(stop: Option<&'a Stop>) -> Self {
        let handle = StopHandle::new();
        Self { _registration: stop.map(|stop| stop.register(&handle)), handle }
    }

    /// Locks what one thread uses at a time; meanwhile the interpreter goes on, until Ctrl-C. `None` if it is
    /// in use up to a stop.
    pub(crate) fn lock<'m, T>(
        &self,
        py: Python<'_>,
        mutex: &'m Mutex<T>,
    ) -> PyResult<Option<MutexGuard<'m, T>>> {
        loop {
            match mutex.try_lock() {
                Ok(guard) => return Ok(Some(guard)),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(Some(poisoned.into_inner())),
                Err(TryLockError::WouldBlock) if self.handle.is_stopped() => return Ok(None),
                Err(TryLockError::WouldBlock) => {
                    py.detach(|| thread::sleep(LOCK_INTERVAL));
                    py.check_signals()?;
                }
            }
        }
    }

    /// Runs work without the interpreter's lock. It is told to end by its handle: at a stop, after the time,
    /// and at Ctrl-C, whose exception is then the result.
    pub(crate) fn run<T: Send>(
        self,
        py: Python<'_>,
        time: Option<Duration>,
        work: impl FnOnce(&StopHandle) -> T + Send,
    ) -> PyResult<T> {
        let handle = &self.handle;
        let limited = time.map_or_else(|| handle.clone(), |time| handle.within(time));
        py.detach(|| {
            thread::scope(|scope| {
                let (running, end) = mpsc::channel::<()>();
                let worker = scope.spawn(move || {
                    let _running = running;
                    work(&limited)
                });
                let mut failure = None;
                loop {
                    match end.recv_timeout(INTERVAL) {
                        Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
                        Err(RecvTimeoutError::Timeout) => {}
                    }
                    #[expect(
                        clippy::redundant_closure_for_method_calls,
                        reason = "the method is for one lifetime only"
                    )]
                    if let Err(error) = Python::attach(|py| py.check_signals()) {
                        failure = Some(error);
                        handle.stop();
                    }
                }
                let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                failure.map_or(Ok(result), Err)
            })
        })
    }
}
