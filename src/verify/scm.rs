//! The SCM language: from the text of a model to a system.
//!
//! Keywords name nothing, so a text is cut into statements before each keyword, and each statement is
//! matched with the forms that are known here. Anything else makes the model an unsupported form: variables,
//! assignments, thresholds, conditions other than the word `true`, and mistakes.
//!
//! What the main program refuses is read where reading it cannot change what another model means: sections
//! in another order, states that are only mentioned, keywords as names, specifications that do not close. What
//! could be meant in two ways is refused: automata, states, specified automata and channels that stand twice.

use std::collections::BTreeSet;

use serde_json::Value;

use super::expression::Nfa;
use super::lexer::{code, words};
use super::system::{Act, Participant, Place, Specification, System, Transition};
use super::{Outcome, unsupported};

/// The words that statements begin with.
const KEYWORDS: &str = "/ scm nb_channels lossy parameters int real automaton initial state to \
    bad_states in with threshold";

/// The most channels, counted for each specification, where contents are given channel by channel.
const PARTS: usize = 1 << 18;

/// Reads a model.
pub(super) fn read(bytes: &[u8]) -> Outcome<System> {
    let Some(code) = std::str::from_utf8(bytes).ok().and_then(code) else {
        return unsupported("a model that is not UTF-8, or has a slash outside of comments");
    };
    let mut reader = Reader::default();
    let keywords: Vec<&str> = KEYWORDS.split(' ').collect();
    for words in words(&code).chunk_by(|_, word| !keywords.contains(word)) {
        if reader.statement(words).is_none() {
            let shown = words[..words.len().min(20)].join(" ");
            return unsupported(format!("not understood in the model: `{shown}`"));
        }
    }
    let mut system = reader.system;
    let starts = system.participants.iter().all(|participant| !participant.initial.is_empty());
    if system.bags.is_empty() || system.participants.is_empty() || !starts {
        return unsupported("a model without channels, automata or initial states");
    }
    system.list_sent();
    Ok(system)
}

/// What was read, and where the next statement belongs.
#[derive(Default)]
struct Reader {
    system: System,
    lossy: Vec<bool>,
    /// The automaton that was named last, and the state of it.
    p: usize,
    state: usize,
}

impl Reader {
    /// Reads a statement; `None` if it is not understood.
    fn statement(&mut self, words: &[&str]) -> Option<()> {
        let Reader { system, p, .. } = self;
        let statement = words.strip_suffix(&["("]).unwrap_or(words);
        match statement {
            ["scm", _, ":"] | ["parameters", ":" | "="] | ["bad_states", ":"] => {}
            ["nb_channels", ":" | "=", number, ";"] if system.bags.is_empty() => {
                // A limit, since memory is taken for each channel.
                system.bags = vec![false; number.parse::<u16>().ok()?.into()];
                self.lossy.clone_from(&system.bags);
                system.channels = (0..system.bags.len()).map(Value::from).collect();
            }
            ["/", "bag_buffers", "=", list @ ..] => mark(&mut system.bags, list)?,
            ["lossy", ":", list @ ..] if system.senders.is_empty() => mark(&mut self.lossy, list)?,
            ["int" | "real", name, ";"] if system.participants.is_empty() => {
                let at = system.messages.partition_point(|other| other.as_str() < *name);
                system.messages.insert(at, (*name).to_owned());
            }
            ["automaton", name, ":"] if system.specifications.is_empty() => {
                system.participant(name).is_none().then_some(())?;
                (*p, self.state) = (system.participants.len(), usize::MAX);
                let name = (*name).to_owned();
                system.participants.push(Participant { name, ..Participant::default() });
            }
            ["automaton", name, ":"] => {
                *p = system.participant(name)?;
                let named = system.specifications.last_mut()?.control.insert(*p, BTreeSet::new());
                named.is_none().then_some(())?;
            }
            ["initial", ":", list @ .., ";"] | ["initial", ":", list @ ..] => {
                let participant = system.participants.get_mut(*p)?;
                let place = |number: &str| Some(participant.place(number.trim().parse().ok()?));
                let initial: Option<_> = list.join(" ").split(',').map(place).collect();
                participant.initial = initial?;
            }
            ["state", number, ":"] => {
                let participant = system.participants.get_mut(*p)?;
                self.state = participant.place(number.parse().ok()?);
                participant.states[self.state].transitions.is_empty().then_some(())?;
            }
            ["to", to, ":", "when", "true", ";"] => self.leave(to, Act::Internal, None)?,
            ["to", to, ":", "when", "true", ",", channel, sign, message, ";"] => {
                let channel = channel.parse().ok().filter(|n| *n < system.bags.len())?;
                let place = Place { channel, message: system.message(message)? };
                let (act, doers) = match *sign {
                    "!" => (Act::Send(place), &mut system.senders),
                    "?" => (Act::Receive(place), &mut system.receivers),
                    _ => return None,
                };
                doers.entry(place).or_default().insert(*p);
                self.leave(to, act, None)?;
                if *sign == "!" && self.lossy[channel] {
                    self.leave(to, Act::Internal, Some(place))?;
                }
            }
            ["in", number, ":", "true"] | ["in", number, ":", "true", ")"] => {
                let local = *system.participants.get(*p)?.index.get(&number.parse().ok()?)?;
                system.specifications.last_mut()?.control.get_mut(p)?.insert(local);
            }
            ["with", words @ .., ")"] => {
                let contents = contents(system, words)?;
                system.specifications.last_mut()?.contents.replace(contents);
            }
            _ => return None,
        }
        if statement.len() < words.len() {
            self.system.specifications.push(Specification::default());
        }
        Some(())
    }

    /// Adds a transition to the state with the number `to`.
    fn leave(&mut self, to: &str, act: Act, lost: Option<Place>) -> Option<()> {
        let participant = self.system.participants.get_mut(self.p)?;
        let to = participant.place(to.parse().ok()?);
        participant.states.get_mut(self.state)?.transitions.push(Transition { act, to, lost });
        Some(())
    }
}

/// Marks the channels whose numbers stand in a list.
fn mark(channels: &mut [bool], list: &[&str]) -> Option<()> {
    for number in list.join(" ").split(',') {
        *channels.get_mut(number.trim().parse::<usize>().ok()?)? = true;
    }
    Some(())
}

/// Reads contents, of all channels in one expression or channel by channel.
fn contents(system: &System, words: &[&str]) -> Option<Nfa> {
    let [_, "=", ..] = words else { return Nfa::read(words, system) };
    (system.specifications.len() * system.bags.len() <= PARTS).then_some(())?;
    let mut parts = vec![None; system.bags.len()];
    for part in words.split(|word| *word == ",") {
        let [channel, "=", part @ ..] = part else { return None };
        let place = parts.get_mut(channel.parse::<usize>().ok()?)?;
        place.replace([&["("], part, &[")"]].concat()).is_none().then_some(())?;
    }
    let parts = parts.into_iter().map(|part| part.unwrap_or(vec!["*"]));
    Nfa::read(&parts.collect::<Vec<_>>().join(&[".", "#", "."][..]), system)
}
#[cfg(test)]
mod tests {
    use super::super::{Verdict, system::System};
    use super::read;

    fn model(guard: &str, contents: &str) -> String {
        format!(
            "scm t : nb_channels = 2 ; parameters : int a ; int b ; automaton A : initial : 0 \
             state 0 : to 007 : when {guard} , 0 ! a ; to 7 : when true , 0 ! b ; \
             state 7 : to 0 : when true , 1 ! a ; to 0 : when true , 1 ! b ; \
             bad_states : (automaton A : in 7 : true with {contents})"
        )
    }

    fn system(text: &str) -> System {
        read(text.as_bytes()).unwrap()
    }

    #[test]
    fn both_spellings_and_comments_are_read() {
        let text = "/* /* */ */ scm t : nb_channels: 3 ; // x\n//# bag_buffers = 0, 2\nlossy : 1 parameters = int a ; \
                    automaton A : initial: 0, 1; state 0 : to 01 : when true , 1 ! a ; state 1 :";
        let system = system(text);
        assert_eq!(system.bags, [true, false, true]);
        assert_eq!(system.participants[0].initial, [0, 1]);
        let transitions = &system.state(0, 0).transitions;
        assert_eq!(transitions.len(), 2, "the send and its twin");
        assert!(transitions[1].lost.is_some() && transitions[0].lost.is_none());
    }

    #[test]
    fn what_is_not_understood_is_unsupported_with_its_statement() {
        for (text, why) in [
            ("scm t : nb_channels = 0 ;", "without channels"),
            ("scm t : nb_channels = 70000 ;", "`nb_channels = 70000 ;`"),
            ("scm t : nb_channels = 1 ; nb_channels = 2 ;", "`nb_channels = 2 ;`"),
            ("scm t :\nnb_channels 1", "`nb_channels 1`"),
            ("scm t : /* x", "a slash"),
            ("scm t : /* /*/ */ nb_channels = 1", "a slash"),
            ("scm t : 1 / 2", "a slash"),
            ("scm t : \u{1}", "`scm t : \u{1}`"),
            ("scm t : \u{e9}", "`scm t : \u{fffd}"),
            (&model("false", "#"), "when false"),
            (&model("x == 0", "#"), "when x = = 0"),
            (&model("true with x = 1", "#"), "`to 007 : when true`"),
            (&model("true , 0 ! b", "#"), "when true , 0 ! b , 0 ! a"),
            (&model("true", "c"), "`with c )`"),
            (&model("true", "a.(b"), "`with a . ( b )`"),
            (&model("true", "a.b)"), "`with a . b ) )`"),
            (&model("true", "a b"), "`with a b )`"),
            (&model("true", "a|"), "`with a | )`"),
            (&model("true", "0 = a, 0 = b"), "0 = b"),
            (&model("true", "2 = a"), "2 = a"),
            (&model("true", "#").replace("int b", "int b = 1"), "`int b = 1 ;`"),
            (&model("true", "#").replace("initial", "int x ; initial"), "`int x ;`"),
            (&model("true", "#").replace("initial : 0", ""), "initial states"),
            (
                &model("true", "#").replace(": 0 state", ": 0 state 0 : to 0 : when true ; state"),
                "`state 0 :`",
            ),
            (
                &model("true", "#").replace("bad_states", "automaton A : bad_states"),
                "`automaton A :`",
            ),
            (
                &model("true", "#").replace("in 7", "in 7 : true automaton A : in 7"),
                "`automaton A :`",
            ),
            (&model("true", "#").replace("in 7", "in 8"), "`in 8 : true`"),
            (
                &model("true", "#").replace("bad_states", "threshold : 1 bad_states"),
                "`threshold : 1`",
            ),
            // It would come too late for the sends before it.
            (&format!("{} lossy : 0", model("true", "#")), "`lossy : 0`"),
            (&format!("{} //# bag_buffers = 2", model("true", "#")), "`/ bag_buffers = 2`"),
            (&format!("{} //# bag_buffers = 0 1", model("true", "#")), "`/ bag_buffers = 0 1`"),
        ] {
            let Err(Verdict::Unsupported(found)) = read(text.as_bytes()) else {
                panic!("{text} is read")
            };
            assert!(found.contains(why), "{found}, not {why}");
        }
    }

    #[test]
    fn deep_and_long_texts_are_judged() {
        for repeated in ["(", "/*", "a.(", "a|", ")", "^*", "//# bag_buffers //#", "bad_states : ("]
        {
            for text in [model("true", &repeated.repeat(100_000)), repeated.repeat(100_000)] {
                assert!(
                    matches!(read(text.as_bytes()), Err(Verdict::Unsupported(_))),
                    "{repeated}"
                );
            }
        }
        let nested = format!("{}a{}.#", "(".repeat(50_000), ")^*".repeat(50_000));
        assert_eq!(system(&model("true", &nested)).specifications.len(), 1);
        let nested = "/* ".repeat(200_000) + &"*/ ".repeat(200_000) + &model("true", "#");
        assert_eq!(system(&nested).participants.len(), 1);
        let long = format!("{}#", "a.(b|_).".repeat(50_000));
        assert_eq!(system(&model("true", &long)).specifications.len(), 1);
    }

    #[test]
    fn several_specifications_are_kept_apart() {
        let text = model("true", "(a|b).#")
            + "(automaton A : in 0 : true in 7 : true) (automaton A : in 0 : true with #.(a))";
        let system = system(&text);
        let specifications = &system.specifications;
        let states = |i: usize| specifications[i].control[&0].len();
        assert_eq!([states(0), states(1), states(2)], [1, 2, 1]);
        assert!(specifications[0].contents.is_some() && specifications[1].contents.is_none());
        let last = specifications[2].contents.as_ref().unwrap();
        assert!(last.accepts(&system, &[vec![], vec![0]]));
    }

    #[test]
    fn contents_are_matched() {
        let words = |contents: &str| {
            let system = system(&model("true", contents));
            move |first: &[usize], second: &[usize]| {
                let nfa = system.specifications[0].contents.as_ref().unwrap();
                nfa.accepts(&system, &[first.to_vec(), second.to_vec()])
            }
        };
        let chain = words("a.(b|_)^*.#.?");
        assert!(chain(&[0], &[1]) && chain(&[0, 1, 1], &[0]));
        assert!(!chain(&[0], &[]) && !chain(&[1], &[0]) && !chain(&[0, 1, 0], &[0]));
        let channels = words("1 = a^+.*");
        assert!(channels(&[1, 1, 0], &[0, 0, 1]) && !channels(&[], &[]) && !channels(&[], &[1]));
        let nested = words("((a^*)^+)^*.#.b^*^+");
        assert!(nested(&[], &[]) && nested(&[0, 0], &[1, 1]) && !nested(&[1], &[]));
    }

    #[test]
    fn a_bag_may_hold_anything() {
        let text = format!("//# bag_buffers = 0\n{}", model("true", "*.#.a"));
        let system = system(&text);
        let nfa = system.specifications[0].contents.as_ref().unwrap();
        assert!(nfa.accepts(&system, &[vec![1, 0], vec![0]]));
        assert!(!nfa.accepts(&system, &[vec![1, 0], vec![1]]));
    }
}
