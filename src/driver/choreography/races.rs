//! Questions about the order of receptions in a diagram, which count only where somebody asks: races, and participants that
//! are not told that the others have ended.

use check::EngineName;
use std::collections::BTreeMap;

use super::lines::{TransitionPlaces, transition_places};
use super::names::{RACE, is_of_orders, missing_in};
use crate::{
    Answer, AnswerSubject, Finding, Host, Loaded, Role, SearchRequest, Statistics, guarded,
    searched,
};
use check::diagram::{Exploration, Orders, STATES, may_have_some, races};
use check::membership::{self, Engine};
use kernel::base::Limit;
use kernel::verdict::{Effect, Expectation, Reason, Verdict};
use language::choreography::Model;
use model::cfsm::{Action, ChannelKind, Direction, ParticipantId, Race, System, TransitionId};
use model::choreography::{Architecture, ChannelChoice};
use model::evidence::Witness;
use model::interaction::takes_losses;

/// A reception of a lifeline, as it is drawn.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DrawnReception {
    /// The line and the column of the arrow, from 1, if the text is known.
    pub place: Option<(usize, usize)>,
    /// The message.
    pub message: String,
    /// The lifeline that sends it.
    pub sender: String,
}

/// Two receptions of a lifeline whose drawn order nothing enforces.
#[derive(Clone, Debug)]
pub struct DrawnRace {
    /// The lifeline.
    pub lifeline: String,
    /// The reception that is drawn first.
    pub drawn: DrawnReception,
    /// The reception of the message that may be there before.
    pub early: DrawnReception,
    /// A run in which it is.
    pub witness: Witness,
    /// Whether the diagram has more races than are told.
    pub is_one_of_more: bool,
}

/// Result of a question about the order of receptions.
#[derive(Clone, Debug)]
pub enum OrderFinding {
    /// All races, of which there may be none.
    Races(Vec<DrawnRace>),
    /// One of the races.
    Race(Box<DrawnRace>),
    /// The lifeline may wait for this reception where the others have ended.
    NotTold(Box<(DrawnReception, Witness)>),
    /// The lifeline does not wait where the others have ended, unless it has not taken part.
    Told,
    /// The limit that was reached before all was searched.
    Cut(Limit),
    /// The channels are not those of pairs of participants, first in, first out.
    OtherChannels,
}

impl OrderFinding {
    /// Returns the run that shows a violation; of several races the shortest.
    pub fn witness(&self) -> Option<&Witness> {
        match self {
            Self::Races(races) => {
                let witnesses = races.iter().map(|race| &race.witness);
                witnesses.min_by_key(|witness| witness.replay().steps().len())
            }
            Self::Race(race) => Some(&race.witness),
            Self::NotTold(found) => Some(&found.1),
            Self::Told | Self::Cut(_) | Self::OtherChannels => None,
        }
    }
}

/// Which answers about the order of receptions are wanted.
#[derive(Clone, Copy, Debug)]
pub struct OrderRequest<'a> {
    /// The names of the properties that are asked for; without any, all violations and what the diagram states.
    pub names: &'a [&'a str],
    /// How the channels are read.
    pub choice: ChannelChoice,
    /// The effect of the answers that the diagram states.
    pub effect: Effect,
    /// Whether the projections are RSC, if that is known.
    pub is_rsc: Option<bool>,
}

/// Returns the answers about the order of receptions in a diagram, with its choreography and the projections with their
/// final states: those that are asked for or stated, and one for each violation, which does not count.
pub fn order_answers(
    host: &dyn Host,
    (loaded, diagram): (&Loaded, &Model),
    system: &System,
    request: OrderRequest<'_>,
) -> Vec<Answer<OrderFinding>> {
    let subject = Subject::new(loaded, diagram, request);
    if !subject.tells_all && subject.asked.is_empty() {
        return Vec::new();
    }
    let answers = || {
        let found = found(host, loaded, system, request);
        subject.answers(system, found)
    };
    guarded(host, subject.subject(RACE), answers).unwrap_or_else(|failed| vec![*failed])
}

/// Returns what is found in the projections, with the engine and the work that was done if there was anything to do.
fn found(
    host: &dyn Host,
    loaded: &Loaded,
    system: &System,
    OrderRequest { choice, is_rsc, .. }: OrderRequest<'_>,
) -> (Result<Orders, OrderFinding>, Option<(EngineName, Statistics)>) {
    let is_of_pairs =
        matches!(choice.architecture, None | Some(Architecture::Free | Architecture::PeerToPeer));
    if !is_of_pairs || system.channels().iter().any(|channel| channel.kind != ChannelKind::Fifo) {
        return (Err(OrderFinding::OtherChannels), None);
    }
    if !may_have_some(system) {
        return (Ok(Orders::default()), None);
    }
    let is_rsc = is_rsc.unwrap_or_else(|| {
        let search = SearchRequest::new(&loaded.name, "rsc");
        let (is_rsc, _) = searched(host, &search, |control| {
            let answer = membership::check(system, Engine::Auto, &control.part(STATES));
            (matches!(answer.outcome, membership::Outcome::Holds(_)), answer.statistics)
        });
        is_rsc
    });
    let (exploration, engine) = if is_rsc {
        (Exploration::RscExecutions, EngineName::Executions)
    } else {
        (Exploration::Configurations, EngineName::Configurations)
    };
    let search = SearchRequest::new(&loaded.name, RACE);
    let (found, statistics) =
        searched(host, &search, |control| races(system, exploration, control));
    (found.map_err(OrderFinding::Cut), Some((engine, statistics)))
}

/// A diagram with what is asked of it.
struct Subject<'a> {
    loaded: &'a Loaded,
    diagram: &'a Model,
    choice: ChannelChoice,
    /// The properties that are asked for or stated, with the answers that the diagram states.
    asked: BTreeMap<String, Option<Expectation>>,
    /// Whether violations that nobody asked for are told.
    tells_all: bool,
}

impl<'a> Subject<'a> {
    fn new(
        loaded: &'a Loaded,
        diagram: &'a Model,
        OrderRequest { names, choice, effect, .. }: OrderRequest<'_>,
    ) -> Self {
        // Statements are about the channels as written.
        let is_as_written = choice == ChannelChoice::default();
        let stated = diagram.expectations.iter().filter(|_| is_as_written);
        let stated = stated.filter(|one| is_of_orders(&one.property));
        let stated: BTreeMap<String, Option<Expectation>> = stated
            .map(|one| (one.property.clone(), Some(Expectation { verdict: one.verdict, effect })))
            .collect();
        let asked = if names.is_empty() {
            stated
        } else {
            let names = names.iter().filter(|name| is_of_orders(name));
            names.map(|&name| (name.to_owned(), stated.get(name).copied().flatten())).collect()
        };
        let tells_all = names.is_empty();
        Self { loaded, diagram, choice, asked, tells_all }
    }

    /// Returns the subject of the answer about a property.
    fn subject(&self, property: &str) -> AnswerSubject {
        let is_asked = self.asked.contains_key(property);
        let role = if is_asked { Role::Answer } else { Role::of_unasked(property) };
        AnswerSubject { role, channels: self.choice, ..self.loaded.subject(property) }
    }

    fn answers(
        &self,
        system: &System,
        (found, work): (Result<Orders, OrderFinding>, Option<(EngineName, Statistics)>),
    ) -> Vec<Answer<OrderFinding>> {
        let answer = |property: &str, verdict, finding| {
            let answer = Answer::new(self.subject(property), verdict, Finding::Found(finding));
            let expected = self.asked.get(property).copied().flatten();
            let (engine, statistics) = work.unzip();
            Answer { expected, engine, statistics, ..answer }
        };
        let mistaken = |name: &str| {
            let why = missing_in(self.diagram, name)?;
            Some(Answer::mistaken(self.subject(name), why))
        };
        let orders = match found {
            Ok(orders) => orders,
            Err(why) => {
                let reason = match why {
                    OrderFinding::Cut(limit) => limit.into(),
                    _ => Reason::Unsupported,
                };
                let unknown = |name: &String| {
                    let unknown = || answer(name, Verdict::Unknown(reason), why.clone());
                    mistaken(name).unwrap_or_else(unknown)
                };
                return self.asked.keys().map(unknown).collect();
            }
        };
        let places = &transition_places(self.diagram, system);
        let drawn = Drawing { loaded: self.loaded, places, system };
        let mut answers = Vec::new();
        if self.tells_all || self.asked.contains_key(RACE) {
            let races = drawn.races(orders.races, orders.has_more);
            if self.asked.contains_key(RACE) {
                let is_none = races.is_empty();
                let verdict = if is_none { Verdict::Holds } else { Verdict::Violated };
                let all = races.iter().map(|(_, race)| race.clone()).collect();
                answers.push(answer(RACE, verdict, OrderFinding::Races(all)));
            }
            answers.extend(races.into_iter().map(|(name, race)| {
                answer(&name, Verdict::Violated, OrderFinding::Race(Box::new(race)))
            }));
        }
        let mut told: Vec<&String> = self.asked.keys().filter(|name| *name != RACE).collect();
        for (participant, witness) in orders.not_told {
            let name = system.automata()[participant].name();
            if takes_losses(name) {
                continue;
            }
            let name = format!("not-told({name})");
            let is_asked = self.asked.contains_key(&name);
            told.retain(|other| **other != name);
            if self.tells_all || is_asked {
                let waits = drawn.awaited(participant, &witness);
                let finding = OrderFinding::NotTold(Box::new((waits, witness)));
                answers.push(answer(&name, Verdict::Violated, finding));
            }
        }
        let holds = told.into_iter().map(|name| {
            mistaken(name).unwrap_or_else(|| answer(name, Verdict::Holds, OrderFinding::Told))
        });
        answers.extend(holds);
        // One search answers all of them.
        answers.iter_mut().skip(1).for_each(|answer| answer.statistics = None);
        answers
    }
}

/// The projections of a diagram with its text.
#[derive(Clone, Copy)]
struct Drawing<'a> {
    loaded: &'a Loaded,
    places: &'a TransitionPlaces,
    system: &'a System,
}

impl Drawing<'_> {
    /// Returns the races with the names of their properties, in the order of the text. Those between the same arrows are
    /// one, with the shortest run.
    fn races(self, races: Vec<(Race, Witness)>, is_one_of_more: bool) -> Vec<(String, DrawnRace)> {
        let mut all: BTreeMap<(DrawnReception, DrawnReception, ParticipantId), Witness> =
            BTreeMap::new();
        for (race, witness) in races {
            let [drawn, early] = [race.drawn, race.early]
                .map(|transition| self.reception(race.participant, transition));
            let length = |witness: &Witness| witness.replay().steps().len();
            let known =
                all.entry((drawn, early, race.participant)).or_insert_with(|| witness.clone());
            if length(&witness) < length(known) {
                *known = witness;
            }
        }
        let races = all.into_iter().map(|((drawn, early, participant), witness)| {
            let lifeline = self.system.automata()[participant].name().to_owned();
            let race = DrawnRace { lifeline, drawn, early, witness, is_one_of_more };
            (race.name(), race)
        });
        races.collect()
    }

    /// Returns the first reception in the text for which a participant waits at the end of a run.
    fn awaited(self, participant: ParticipantId, witness: &Witness) -> DrawnReception {
        let automaton = &self.system.automata()[participant];
        let waits = automaton.outgoing(witness.replay().last().control[participant]).iter();
        let receptions = waits.map(|&one| self.reception(participant, one));
        receptions.min().expect("a participant that waits has a reception")
    }

    /// Returns a reception of a participant.
    fn reception(self, participant: ParticipantId, transition: TransitionId) -> DrawnReception {
        let action = self.system.action(participant, transition);
        let action = action.expect("a reception is an action");
        let place = self.loaded.source().map(|source| {
            let position = source
                .line_column(self.places[participant][transition].unwrap_or_default().start());
            (position.line, position.column)
        });
        let sends =
            |one: &Action| one.direction == Direction::Send && one.channel == action.channel;
        let sender = self.system.actions().find(sends).map(|send| send.participant);
        let sender = sender.map(|sender| self.system.automata()[sender].name().to_owned());
        let message = self.system.messages()[action.message].name.clone();
        DrawnReception { place, message, sender: sender.unwrap_or_default() }
    }
}

impl DrawnRace {
    /// Returns the name of the property: `race(7,9)`, by the lines of the arrows; of arrows in one line with their columns.
    fn name(&self) -> String {
        let is_one_line = self.drawn.line() == self.early.line();
        let [drawn, early] = [&self.drawn, &self.early].map(|one| match one.place {
            Some((line, column)) if is_one_line => format!("{line}:{column}"),
            Some((line, _)) => line.to_string(),
            None => one.message.clone(),
        });
        format!("{RACE}({drawn},{early})")
    }
}

impl DrawnReception {
    /// Returns the line of the arrow, from 1, if the text is known.
    pub fn line(&self) -> Option<usize> {
        self.place.map(|(line, _)| line)
    }
}
