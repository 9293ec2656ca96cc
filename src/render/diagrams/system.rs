//! Systems, and the automata derived from them, as pictures.

use super::Picture;
use crate::drawing::{Graph, add_automaton};
use crate::system::{
    add_legend, automaton_diagram, invariant_diagram, noted_graph, system_graph, topology_graph,
};
use crate::witness::{DrawnDependencies, action_graph, conflict_graph};
use check::invariant::{BadSet, Invariants, ROUNDS};
use check::{membership, reachability, rsc};
use kernel::automata::NamedAutomaton;
use kernel::base::{Control, Limit};
use model::cfsm::{BadConfigurations, ParticipantId, SafetyProperty, System, product_diagram};
use model::evidence::{Findings, Script};

/// The round of the invariant that is drawn where none is to exclude something.
const USUAL_ROUND: usize = 1;

/// The kind of picture of a system.
#[derive(Clone, Debug)]
pub enum SystemDrawing {
    /// All automata.
    System,
    /// The automaton of one participant.
    Automaton(ParticipantId),
    /// Who sends to whom.
    Topology,
    /// The action graph of an execution.
    ActionGraph(Script, DrawnDependencies),
    /// The conflict graph of an execution, with its cycle.
    ConflictGraph(Script, DrawnDependencies),
    /// The automaton of the RSC executions.
    RscAutomaton,
    /// The automaton of the borderline violations.
    BorderlineAutomaton,
    /// The product of all automata.
    Product,
    /// The product that decides whether the system is RSC.
    Violations,
    /// The product that decides whether bad configurations, by their index, are reachable.
    Runs(usize),
    /// The automata of the words that leave the contents of bad configurations, by their indices.
    Endings(Vec<usize>),
    /// What the channels hold in each control state, by an invariant: the first one that excludes what is asked for, if
    /// something is.
    Invariant(InvariantGoal),
}

/// What an invariant that is drawn is to exclude.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvariantGoal {
    /// Nothing in particular.
    Nothing,
    /// The bad configurations with an index.
    Bad(usize),
    /// The violations of a property.
    Property(SafetyProperty),
}

/// Returns a picture of a system with the bad configurations `bad`, with a note about the numbers of its channels.
///
/// # Errors
/// If an automaton has more than `max_states` states, or `control` stops its construction.
pub fn system_picture(
    system: &System,
    bad: &[BadConfigurations],
    drawing: &SystemDrawing,
    max_states: u64,
    control: &Control,
) -> Result<Picture, Limit> {
    let mut picture = plain_picture(system, bad, drawing, max_states, control)?;
    let has_legend = matches!(
        drawing,
        SystemDrawing::System | SystemDrawing::Automaton(_) | SystemDrawing::Topology
    );
    if let (Picture::Graph(graph, _), false) = (&mut picture, has_legend) {
        add_legend(graph, system, |_| true);
    }
    Ok(picture)
}

/// Returns a picture of a system, in which channels may be numbers.
fn plain_picture(
    system: &System,
    bad: &[BadConfigurations],
    drawing: &SystemDrawing,
    max_states: u64,
    control: &Control,
) -> Result<Picture, Limit> {
    let automaton = match drawing {
        SystemDrawing::System => return Ok(Picture::Graph(system_graph(system), None)),
        SystemDrawing::Automaton(participant) => {
            let local = automaton_diagram(system, &system.automata()[*participant]);
            return Ok(Picture::Graph(noted_graph(system, &[*participant]), Some(local)));
        }
        SystemDrawing::Topology => return Ok(Picture::Graph(topology_graph(system), None)),
        SystemDrawing::ActionGraph(script, drawn) => {
            return Ok(Picture::Graph(action_graph(system, script.execution(), *drawn), None));
        }
        SystemDrawing::ConflictGraph(script, drawn) => {
            let findings = Findings::new(script);
            let graph = conflict_graph(system, script.execution(), findings.cycle(), *drawn);
            return Ok(Picture::Graph(graph, None));
        }
        SystemDrawing::Endings(wanted) => {
            return endings(system, bad, wanted, max_states, control);
        }
        SystemDrawing::Invariant(goal) => invariant(system, bad, *goal, max_states, control)?,
        SystemDrawing::RscAutomaton => rsc::diagram(system, max_states, control)?,
        SystemDrawing::BorderlineAutomaton => {
            membership::borderline_diagram(system, max_states, control)?
        }
        SystemDrawing::Product => product_diagram(system, max_states, control)?,
        SystemDrawing::Violations => membership::violations_diagram(system, max_states, control)?,
        SystemDrawing::Runs(index) => {
            reachability::runs_diagram(system, &bad[*index], max_states, control)?
        }
    };
    Ok(Picture::of_automaton(automaton))
}

/// Returns the control states of an invariant, each with what the channels hold, and the steps between them.
fn invariant(
    system: &System,
    bad: &[BadConfigurations],
    goal: InvariantGoal,
    max_states: u64,
    control: &Control,
) -> Result<NamedAutomaton, Limit> {
    let mut invariants = Invariants::new(system);
    let mut found = None;
    let goal = match goal {
        InvariantGoal::Nothing => None,
        InvariantGoal::Bad(index) => Some(BadSet::Configurations(&bad[index])),
        InvariantGoal::Property(property) => Some(BadSet::Violations(property)),
    };
    for round in 0..ROUNDS.len() {
        if let Some(goal) = goal
            && let Some(excluded) = invariants.excluding(goal, round, control)?
        {
            found = Some(excluded.invariant);
            break;
        }
    }
    let invariant = match found {
        Some(invariant) => invariant,
        None => invariants.invariant(USUAL_ROUND, control)?.ok_or(Limit::States)?,
    };
    if invariant.states.len() as u64 > max_states {
        return Err(Limit::States);
    }
    Ok(invariant_diagram(system, &invariant))
}

/// Returns the automata of the words that leave the contents of bad configurations.
fn endings(
    system: &System,
    bad: &[BadConfigurations],
    wanted: &[usize],
    max_states: u64,
    control: &Control,
) -> Result<Picture, Limit> {
    let name = system.name();
    let mut whole = NamedAutomaton { name: name.to_owned(), ..NamedAutomaton::default() };
    let mut picture = Graph { name: name.to_owned(), ..Graph::default() };
    for &index in wanted {
        let left = max_states.saturating_sub(whole.states.len() as u64);
        let drawn = reachability::ending_diagrams(system, &bad[index], left, control)?;
        let property = format!("bad_states/{}", index + 1);
        if let Some(contents) = &drawn.contents {
            add_automaton(&mut picture, contents, Some(&format!("{property}: contents")));
        }
        let mut executions = drawn.executions;
        add_automaton(&mut picture, &executions, Some(&format!("{property}: executions")));
        let shift = whole.states.len();
        if wanted.len() > 1 {
            for state in &mut executions.states {
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
    Ok(Picture::Graph(picture, Some(whole)))
}
