//! Lines to events.

use kernel::base::IndexVec;
use model::component::{ComponentId, Composite, GlobalState, InteractionId, LocalState, Values};

use super::codes;
use super::csv;
use super::event::{EventError, RunEvent};
use super::json;

/// How the lines of a log are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LineFormat {
    /// One object of JSON a line.
    #[default]
    Json,
    /// Comma-separated values, with the header `kind,name,place,variables`.
    Csv,
}

impl LineFormat {
    /// Returns `true` if a last line without line end is whole: otherwise it was cut off.
    pub fn is_whole(self, line: &[u8]) -> bool {
        match self {
            Self::Json => json::is_whole(line),
            Self::Csv => csv::is_whole(line),
        }
    }
}

/// A reader of the events of one run of a composite, which may be spread over several files.
///
/// A variable that an end leaves out has the value of the component's end before, at first the initial one.
///
/// # Examples
/// ```
/// use language::component_log::{EventReader, LineFormat};
/// use model::component::{Composite, CompositeParts};
///
/// let composite = Composite::new(CompositeParts::default())?;
/// let mut reader = EventReader::new(&composite, &composite.start_values());
/// let error = reader.read(br#"{"interaction":"a"}"#, LineFormat::Json).unwrap_err();
/// assert_eq!(error.message, "the system has no interaction called `a`");
/// # Ok::<(), model::component::TooManyInteractions>(())
/// ```
#[derive(Debug)]
pub struct EventReader<'c> {
    composite: &'c Composite,
    /// The values of each component at its last end.
    last: IndexVec<ComponentId, Values>,
}

impl<'c> EventReader<'c> {
    /// Starts in an initial state.
    pub fn new(composite: &'c Composite, initial: &GlobalState) -> Self {
        Self { composite, last: initial.iter().map(|local| local.values.clone()).collect() }
    }

    /// Reads a line; `None` if it has no event: it is empty, or the header of CSV.
    ///
    /// # Errors
    /// If the line is no event, or names something that the composite does not have.
    ///
    /// # Complexity
    /// Linear in the line, and in the number of places and variables of the component that it names.
    pub fn read(
        &mut self,
        line: &[u8],
        format: LineFormat,
    ) -> Result<Option<RunEvent>, EventError> {
        if line.trim_ascii().is_empty() {
            return Ok(None);
        }
        match format {
            LineFormat::Json => {
                let line = json::line(line)?;
                match (&line.interaction, &line.component) {
                    (Some(name), None) => self.interaction(&name.0).map(Some),
                    (None, Some(name)) => {
                        let variables = line.variables.map(serde_json::value::RawValue::get);
                        let place = line.place.as_ref().map(|place| &*place.0);
                        self.end(&name.0, place, variables).map(Some)
                    }
                    (Some(_), Some(_)) => Err(EventError::new(
                        codes::MALFORMED_EVENT,
                        "the line has both an `interaction` and a `component`",
                    )),
                    (None, None) => Err(EventError::new(
                        codes::MALFORMED_EVENT,
                        "the line has neither an `interaction` nor a `component`",
                    )),
                }
            }
            LineFormat::Csv => {
                let Some(row) = csv::row(line)? else { return Ok(None) };
                if row.kind == "interaction" {
                    return self.interaction(&row.name).map(Some);
                }
                let variables = Some(&*row.variables).filter(|text| !text.is_empty());
                self.end(&row.name, Some(&row.place), variables).map(Some)
            }
        }
    }

    fn interaction(&self, name: &str) -> Result<RunEvent, EventError> {
        let id: Option<InteractionId> = self.composite.interaction_named(name);
        id.map(RunEvent::Interaction)
            .ok_or_else(|| EventError::unknown_interaction(self.composite, name))
    }

    fn end(
        &mut self,
        name: &str,
        place: Option<&str>,
        variables: Option<&str>,
    ) -> Result<RunEvent, EventError> {
        let composite = self.composite;
        let component = composite
            .component_named(name)
            .ok_or_else(|| EventError::unknown_component(composite, name))?;
        let place = place.ok_or_else(|| {
            EventError::new(codes::MALFORMED_EVENT, "the end of a component has no `place`")
        })?;
        let place = composite
            .atom(component)
            .place_named(place)
            .ok_or_else(|| EventError::unknown_place(composite, component, place))?;
        if let Some(variables) = variables {
            json::set_variables(composite, component, variables, &mut self.last[component])?;
        }
        let values = self.last[component].clone();
        Ok(RunEvent::End(component, LocalState { place, values }))
    }
}
