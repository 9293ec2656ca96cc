//! `draw`: pictures of a model, of the automata of the theory, and of executions.

use std::borrow::Cow;

use super::simulate::random_run;
use crate::check::{membership, reachability, rsc};
use crate::cli::args::{Colour, DrawArguments, PictureFormat, Subject};
use crate::cli::automaton_json::{automaton_json, local_diagram};
use crate::cli::first_violation::{Sought, first_violation, violation_of};
use crate::cli::input::{Naming, expand};
use crate::cli::models::{Manner, load};
use crate::cli::output::{Failure, Output, tell};
use crate::cli::reporter::refuse_input;
use crate::cli::system_graph::{graph, graph_of};
use crate::cli::system_json::json;
use crate::cli::task::{Question, Reading, named};
use crate::cli::words::number_of;
use crate::kernel::base::{Control, Id as _, Limit};
use crate::kernel::diagnostics::Severity;
use crate::kernel::drawing::{Graph, StateDiagram, dot, graph_svg};
use crate::kernel::report::{Reason, Standing};
use crate::language::scm;
use crate::model::cfsm::{
    CommunicatingAutomaton, Execution, ParticipantId, System, product_diagram,
};
use crate::model::witness::{
    CycleEdge, Drawn, Equivalence, Findings, Script, action_graph, conflict_graph, follow,
    read_requests,
};

/// A run that is drawn because nothing is violated has so many steps at most.
const STEPS: usize = 20;

/// Why there is no picture.
enum Blank {
    /// What is asked for is not there.
    Refused(Failure),
    /// A limit came first.
    Limit(Limit),
    /// Nobody knows whether the property is violated, for this reason.
    Unknown(&'static str),
}

impl From<Failure> for Blank {
    fn from(failure: Failure) -> Self {
        Self::Refused(failure)
    }
}

impl From<Limit> for Blank {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is more than one model, what is asked for is not there, or the output cannot be written.
pub(super) fn run(arguments: &DrawArguments) -> Result<u8, Failure> {
    let reading = Reading::new(&arguments.channels)?;
    let inputs = expand(std::slice::from_ref(&arguments.model));
    let [input] = inputs.as_slice() else {
        let model = arguments.model.display();
        return Err(usage(format!("{model} is more than one model; draw takes one")));
    };
    let output = &arguments.output;
    if let Some(path) = &output.output {
        refuse_input(path, &inputs)?;
    }
    let manner = Manner { naming: Naming::Path, colour: output.color, mildest: Severity::Warning };
    let loaded = load(input, input.read(), manner);
    let Some(model) = &loaded.model else {
        return Ok(Standing::Refused.exit_code());
    };
    let sheet = Sheet { arguments, model, system: reading.of(&model.system), reading };
    let text = match sheet.text(format(arguments)) {
        Ok(text) => text,
        Err(Blank::Refused(failure)) => return Err(failure),
        Err(Blank::Limit(limit)) => {
            let most =
                number_of(usize::try_from(arguments.max_states.0).unwrap_or(usize::MAX), "state");
            let why = match limit {
                Limit::States => format!("it has more than {most}; see --max-states"),
                _ => "the search was cut short".to_owned(),
            };
            let reason = Reason::from(limit).word();
            return Ok(no_verdict(&loaded.name, reason, &why, output.color));
        }
        Err(Blank::Unknown(reason)) => {
            let why = "nobody knows whether the property is violated; --run STEPS draws any steps";
            return Ok(no_verdict(&loaded.name, reason, why, output.color));
        }
    };
    Output::open(output)?.write(|stream| stream.write_all(text.as_bytes()))?;
    Ok(Standing::Fine.exit_code())
}

/// Says that nothing was drawn, and returns the exit code.
fn no_verdict(name: &str, reason: &str, why: &str, colour: Colour) -> u8 {
    tell(colour, &format!("{name}: unknown ({reason}): nothing drawn, {why}\n"));
    Standing::Open.exit_code()
}

fn usage(why: impl Into<String>) -> Failure {
    Failure::Usage(why.into())
}

/// Returns the form that is asked for, or that the name of the output stands for.
fn format(arguments: &DrawArguments) -> PictureFormat {
    let ending = arguments.output.output.as_ref().and_then(|path| path.extension());
    arguments.format.unwrap_or(match ending.and_then(|ending| ending.to_str()) {
        Some("svg") => PictureFormat::Svg,
        Some("json") => PictureFormat::Json,
        _ => PictureFormat::Dot,
    })
}

/// What can be drawn.
enum Picture {
    /// A graph.
    Graph(Graph),
    /// An automaton.
    Automaton(StateDiagram),
    /// An automaton, and a drawing that shows more than it.
    Explained(StateDiagram, Graph),
}

/// What is drawn, and of what.
struct Sheet<'a> {
    arguments: &'a DrawArguments,
    model: &'a scm::Model,
    system: Cow<'a, System>,
    reading: Reading,
}

impl Sheet<'_> {
    fn text(&self, format: PictureFormat) -> Result<String, Blank> {
        if format == PictureFormat::Json && self.arguments.what == Subject::System {
            return Ok(json(self.model, &self.system));
        }
        let picture = self.picture()?;
        match (format, picture) {
            (PictureFormat::Json, Picture::Automaton(diagram) | Picture::Explained(diagram, _)) => {
                Ok(automaton_json(&diagram))
            }
            (PictureFormat::Json, Picture::Graph(_)) => {
                Err(usage("JSON is for automata; draw graphs as dot or svg").into())
            }
            (PictureFormat::Dot, picture) => Ok(dot(&picture.graph())),
            (PictureFormat::Svg, picture) => Ok(graph_svg(&picture.graph())),
        }
    }

    fn picture(&self) -> Result<Picture, Blank> {
        let system = &self.system;
        let most = self.arguments.max_states.0;
        let control = Control::unlimited();
        let automaton = match self.arguments.what {
            Subject::System => return Ok(Picture::Graph(graph(system))),
            Subject::Automaton => return Ok(self.automaton(self.participant()?)),
            Subject::ActionGraph | Subject::ConflictGraph => {
                return Ok(Picture::Graph(self.dependencies()?));
            }
            Subject::Ep => return self.endings(most, &control),
            Subject::Rsc => rsc::diagram(system, most, &control)?,
            Subject::Bv => membership::borderline_diagram(system, most, &control)?,
            Subject::Product => self.product(most, &control)?,
        };
        Ok(Picture::Automaton(automaton))
    }

    fn automaton(&self, participant: ParticipantId) -> Picture {
        let local = local_diagram(&self.system, &self.system.automata()[participant]);
        Picture::Explained(local, graph_of(&self.system, [participant]))
    }

    fn participant(&self) -> Result<ParticipantId, Failure> {
        let automata = self.system.automata();
        let names = || {
            let names: Vec<&str> = automata.iter().map(CommunicatingAutomaton::name).collect();
            names.join(", ")
        };
        match &self.arguments.participant {
            None if automata.len() == 1 => Ok(ParticipantId::from_index(0)),
            None => Err(usage(format!("whose automaton? -p one of {}", names()))),
            Some(name) => {
                let number = name.parse().ok();
                let by_name = automata.enumerate().find(|(_, one)| one.name() == name);
                by_name
                    .map(|(id, _)| id)
                    .or_else(|| automata.ids().find(|id| Some(id.index()) == number))
                    .ok_or_else(|| {
                        usage(format!("there is no participant {name}, but {}", names()))
                    })
            }
        }
    }

    /// Returns the product that is asked for.
    fn product(&self, most: u64, control: &Control) -> Result<StateDiagram, Blank> {
        let system = &self.system;
        let Some(name) = &self.arguments.property else {
            return Ok(product_diagram(system, most, control)?);
        };
        Ok(match self.question(name)? {
            Question::Rsc => membership::violations_diagram(system, most, control)?,
            Question::Reach(index) => {
                reachability::runs_diagram(system, &self.model.bad[index], most, control)?
            }
            _ => {
                let why = "a product is drawn of rsc and of bad_states/N only";
                return Err(usage(why).into());
            }
        })
    }

    fn question(&self, name: &str) -> Result<Question, Failure> {
        match named(self.model, self.reading, name).question {
            Question::Mistaken(why) => Err(usage(format!("{name}: {why}"))),
            Question::NoBadStates => Err(usage("the model has no bad states")),
            question => Ok(question),
        }
    }

    /// Returns the automata of what leaves the contents of bad states behind.
    fn endings(&self, most: u64, control: &Control) -> Result<Picture, Blank> {
        let wanted: Vec<usize> = match &self.arguments.property {
            None if self.model.bad.is_empty() => {
                return Err(usage("the model has no bad states").into());
            }
            None => (0..self.model.bad.len()).collect(),
            Some(name) => match self.question(name)? {
                Question::Reach(index) => vec![index],
                _ => return Err(usage("ep is about bad states: --property bad_states/N").into()),
            },
        };
        let name = self.system.name();
        let mut whole = StateDiagram { name: name.to_owned(), ..StateDiagram::default() };
        let mut picture = Graph { name: name.to_owned(), ..Graph::default() };
        let several = wanted.len() > 1;
        for index in wanted {
            let bad = &self.model.bad[index];
            let left = most.saturating_sub(whole.states.len() as u64);
            let drawn = reachability::ending_diagrams(&self.system, bad, left, control)?;
            let property = format!("bad_states/{}", index + 1);
            if let Some(contents) = &drawn.contents {
                contents.add_to(&mut picture, Some(&format!("{property}: contents")));
            }
            drawn.executions.add_to(&mut picture, Some(&format!("{property}: executions")));
            let mut executions = drawn.executions;
            let shift = whole.states.len();
            for state in &mut executions.states {
                if several {
                    state.name = format!("{property}; {}", state.name);
                }
            }
            for transition in &mut executions.transitions {
                transition.from += shift;
                transition.to += shift;
            }
            whole.states.append(&mut executions.states);
            whole.transitions.append(&mut executions.transitions);
        }
        Ok(Picture::Explained(whole, picture))
    }

    /// Returns the graph of an execution that is asked for.
    fn dependencies(&self) -> Result<Graph, Blank> {
        let script = self.script()?;
        let execution: &Execution = script.execution();
        let drawn = if self.arguments.complete { Drawn::All } else { Drawn::Neighbours };
        Ok(match self.arguments.what {
            Subject::ActionGraph => action_graph(&self.system, execution, drawn),
            _ => conflict_graph(&self.system, execution, &cycle(&script)),
        })
    }

    /// Returns the steps that are asked for: given ones, a witness, or a random run.
    fn script(&self) -> Result<Script, Blank> {
        let system = &self.system;
        if let Some(steps) = &self.arguments.run {
            let requests = read_requests(system, steps).map_err(|why| usage(why.to_string()))?;
            return Ok(follow(system, &requests).script);
        }
        let sought = match &self.arguments.property {
            Some(name) => violation_of(self.model, system, self.reading, name),
            None => first_violation(self.model, system, self.reading),
        };
        match (sought, &self.arguments.property) {
            (Sought::Witness(witness), _) => Ok(witness.replay().script().clone()),
            (Sought::None, None) => Ok(random_run(system, 0, STEPS).script),
            (Sought::None, Some(name)) => {
                let why =
                    format!("{name} holds: no execution to draw; --run STEPS draws any steps");
                Err(usage(why).into())
            }
            (Sought::Unknown(reason), _) => Err(Blank::Unknown(reason)),
            (Sought::Mistaken(why), name) => {
                let name = name.as_deref().unwrap_or("the model");
                Err(usage(format!("{name}: {why}")).into())
            }
        }
    }
}

/// Returns a shortest cycle of conflicts, if there is one.
fn cycle(script: &Script) -> Vec<CycleEdge> {
    match Findings::of(script).equivalence {
        Equivalence::Cyclic(cycle) => cycle,
        Equivalence::Rsc(_) | Equivalence::IllFormed => Vec::new(),
    }
}

impl Picture {
    fn graph(self) -> Graph {
        match self {
            Self::Graph(graph) | Self::Explained(_, graph) => graph,
            Self::Automaton(diagram) => diagram.graph(),
        }
    }
}
