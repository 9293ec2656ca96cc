//! The witness trace as lines of JSON.

use std::io::Write;

use check::witness_trace::{PropertyMonitor, Reconstruction, Slice, TraceMonitor, WitnessStep};
use driver::component::{LoggedState, MonitoredLogs, SinkClosed, WitnessSink};
use language::component_log::EventWriter;
use model::component::{ComponentId, Composite, LocalState, Property};
use std::borrow::Borrow as _;

use super::states::json_writer;

/// Number of bytes that are kept before they are written.
const BUFFER: usize = 1 << 16;

/// Writes each determined global state as a line of JSON.
pub struct WitnessLines<'a, W> {
    composite: &'a Composite,
    output: W,
    names: EventWriter<'a>,
    slice: Option<&'a Slice>,
    /// The names of the properties, as JSON.
    properties: Vec<String>,
    text: String,
    itoa: itoa::Buffer,
    /// Why nothing is written any more.
    failure: Option<std::io::Error>,
}

impl<W> std::fmt::Debug for WitnessLines<'_, W> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("WitnessLines").field("failure", &self.failure).finish()
    }
}

impl<'a, W: Write> WitnessLines<'a, W> {
    /// Returns a writer of the states of a composite, of those parts that a slice names if there is one.
    pub fn new(
        composite: &'a Composite,
        properties: &[Property],
        slice: Option<&'a Slice>,
        output: W,
    ) -> Self {
        let quoted = |property: &Property| serde_json::Value::from(&*property.name).to_string();
        Self {
            composite,
            output,
            names: json_writer(composite),
            slice,
            properties: properties.iter().map(quoted).collect(),
            text: String::with_capacity(BUFFER + 1_024),
            itoa: itoa::Buffer::new(),
            failure: None,
        }
    }

    /// Writes the last line: the pending interaction.
    ///
    /// # Errors
    /// If the output takes nothing any more.
    pub fn finish(&mut self, logs: &MonitoredLogs) -> Result<(), SinkClosed> {
        self.text.push_str("{\"pending\":");
        match &logs.pending {
            None => self.text.push_str("null,\"waiting\":["),
            Some((pending, waiting)) => {
                self.names.name(*pending, &mut self.text);
                self.text.push_str(",\"waiting\":[");
                for (index, &component) in waiting.iter().enumerate() {
                    if index > 0 {
                        self.text.push(',');
                    }
                    self.names.component(component, &mut self.text);
                }
            }
        }
        self.text.push_str("],\"open\":");
        self.text.push_str(self.itoa.format(logs.open));
        self.text.push_str("}\n");
        self.write()
    }

    /// Returns why the output takes nothing any more, if it does not.
    pub fn into_failure(self) -> Option<std::io::Error> {
        self.failure
    }

    /// Appends the states of some components.
    fn states(
        &mut self,
        components: impl Iterator<Item = ComponentId>,
        current: &Reconstruction<LoggedState>,
    ) {
        self.text.push('{');
        let mut is_first = true;
        for id in components {
            if !std::mem::take(&mut is_first) {
                self.text.push(',');
            }
            self.names.component(id, &mut self.text);
            self.text.push(':');
            let state: &LocalState = current.state(id).borrow();
            match self.slice {
                None => self.names.state(id, state, true, |_| true, &mut self.text),
                Some(slice) => {
                    let is_named = |variable| slice.variables(id).contains(&variable);
                    self.names.state(id, state, slice.names_place(id), is_named, &mut self.text);
                }
            }
        }
        self.text.push('}');
    }

    /// Appends the verdicts on the state, and ends the line.
    fn end_line(&mut self, monitors: &[PropertyMonitor]) -> Result<(), SinkClosed> {
        if !monitors.is_empty() {
            self.text.push_str(",\"verdicts\":{");
            for (index, (name, monitor)) in self.properties.iter().zip(monitors).enumerate() {
                if index > 0 {
                    self.text.push(',');
                }
                self.text.push_str(name);
                self.text.push_str(":\"");
                self.text.push_str(monitor.verdict().map_or("unknown", |verdict| verdict.word()));
                self.text.push('"');
            }
            self.text.push('}');
        }
        self.text.push_str("}\n");
        if self.text.len() >= BUFFER { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), SinkClosed> {
        if self.failure.is_none() {
            let written = self.output.write_all(self.text.as_bytes());
            self.failure = written.and_then(|()| self.output.flush()).err();
        }
        self.text.clear();
        if self.failure.is_some() { Err(SinkClosed) } else { Ok(()) }
    }
}

impl<W: Write> WitnessSink for WitnessLines<'_, W> {
    fn initial(&mut self, trace: &TraceMonitor<LoggedState>) -> Result<(), SinkClosed> {
        self.text.push_str("{\"step\":0,\"state\":");
        let slice = self.slice;
        let named = self.composite.components().ids();
        let named = named.filter(|&id| slice.is_none_or(|slice| slice.names(id)));
        self.states(named, trace.reconstruction());
        self.end_line(trace.monitors())?;
        self.write()
    }

    fn step(
        &mut self,
        trace: &TraceMonitor<LoggedState>,
        step: WitnessStep,
    ) -> Result<(), SinkClosed> {
        self.text.push_str("{\"step\":");
        self.text.push_str(self.itoa.format(step.step));
        self.text.push_str(",\"interaction\":");
        self.names.name(step.interaction, &mut self.text);
        self.text.push_str(",\"changed\":");
        let reconstruction = trace.reconstruction();
        let changed = reconstruction.changed(step.interaction).iter().copied();
        self.states(changed, reconstruction);
        self.end_line(trace.monitors())
    }

    fn stall(&mut self) -> Result<(), SinkClosed> {
        if self.text.is_empty() { Ok(()) } else { self.write() }
    }
}
