//! The witness trace of a run: the sequence of global states that a run of a component system stands for, while its
//! components are busy at different times.
//!
//! [`Reconstruction`] finds it from the order of interactions and the ends of each component. A [`Slice`] restricts it
//! to what properties name. A [`PropertyMonitor`] reads it and gives its verdict after each state.

mod automaton_monitor;
mod certainty;
mod conditions;
mod observer_monitor;
mod property_monitor;
mod reconstruction;
mod repetition;
mod slice;
mod trace_monitor;

pub use observer_monitor::ObserverError;
pub use property_monitor::{MonitorError, PropertyMonitor};
pub use reconstruction::{Reconstruction, WindowFull, WitnessStep};
pub use slice::{NotSliceable, Slice};
pub use trace_monitor::{CertainState, HISTORY, TraceMonitor, UnreadableState, monitors};
