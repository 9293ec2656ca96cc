//! Random multitraces: the projections of random words, whole, cut or changed.

use crate::trace::{DistributedAlphabet, LetterId, LocalLetterId, LocationId};
use kernel::automata::{FiniteAutomaton, RandomWords};
use kernel::base::{Id as _, Random};

/// A change of a multitrace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mutation {
    /// Each trace loses a suffix that starts at a random position.
    Prefix,
    /// Each trace loses its end and its beginning.
    Slice,
    /// Two local letters of one trace are swapped; the number of each stays the same.
    Swap,
    /// One local letter is inserted at a random position of one location.
    Noise,
    /// One local letter is removed.
    Remove,
}

/// A generator of multitraces of an automaton whose letters are seen at locations.
#[derive(Debug)]
pub struct RandomMultitraces<'a> {
    alphabet: &'a DistributedAlphabet,
    words: RandomWords,
}

impl<'a> RandomMultitraces<'a> {
    /// Returns a generator of multitraces of `automaton`, symbol k of which is letter k of `alphabet`.
    ///
    /// # Complexity
    /// `O(m log m)` for `m` transitions.
    pub fn new(automaton: &FiniteAutomaton, alphabet: &'a DistributedAlphabet) -> Self {
        Self { alphabet, words: RandomWords::new(automaton) }
    }

    /// Draws a word of `length` letters and returns its projections on the locations; `None` if there is no
    /// word of that length.
    ///
    /// # Complexity
    /// Linear in the transitions that leave the states of the word; for the greatest length so far, also the
    /// length times the transitions.
    pub fn accepted(
        &mut self,
        length: usize,
        random: &mut Random,
    ) -> Option<Vec<Vec<LocalLetterId>>> {
        let mut traces = vec![Vec::new(); self.alphabet.locations().len()];
        for symbol in self.words.word_of_length(length, random)? {
            for &(location, seen) in self.alphabet.parts(LetterId::from_index(symbol.index())) {
                traces[location.index()].push(seen);
            }
        }
        Some(traces)
    }
}

/// Returns the traces of one multitrace at some locations and those of another at the others, at least one of
/// each if there are two locations. If both are projections of words, each trace is right by itself.
///
/// # Complexity
/// Linear in the number of locations.
pub fn mixed(
    one: Vec<Vec<LocalLetterId>>,
    other: Vec<Vec<LocalLetterId>>,
    random: &mut Random,
) -> Vec<Vec<LocalLetterId>> {
    let locations = one.len().max(1);
    let kept = random.below(locations);
    let taken = (kept + 1) % locations;
    let both = one.into_iter().zip(other).enumerate();
    both.map(|(place, (one, other))| {
        let is_other = place != kept && (place == taken || random.percent(50));
        if is_other { other } else { one }
    })
    .collect()
}

/// Changes a multitrace. If the change is impossible, the multitrace stays as it is.
///
/// # Complexity
/// Linear in the lengths of the traces.
pub fn mutate(
    traces: &mut [Vec<LocalLetterId>],
    alphabet: &DistributedAlphabet,
    mutation: Mutation,
    random: &mut Random,
) {
    match mutation {
        Mutation::Prefix | Mutation::Slice => {
            for trace in traces {
                trace.truncate(random.below(trace.len() + 1));
                if mutation == Mutation::Slice {
                    trace.drain(..random.below(trace.len() + 1));
                }
            }
        }
        Mutation::Swap => {
            let differ = |trace: &Vec<LocalLetterId>| {
                trace.first().is_some_and(|first| trace.iter().any(|letter| letter != first))
            };
            let able: Vec<usize> = (0..traces.len()).filter(|&at| differ(&traces[at])).collect();
            let Some(place) = random.choose(&able) else { return };
            let trace = &mut traces[place];
            let one = random.below(trace.len());
            let others: Vec<usize> =
                (0..trace.len()).filter(|&other| trace[other] != trace[one]).collect();
            let other = random.choose(&others).expect("the trace has two local letters");
            trace.swap(one, other);
        }
        Mutation::Noise => {
            let letters =
                |place: usize| alphabet.locations()[LocationId::from_index(place)].letters().len();
            let able: Vec<usize> = (0..traces.len()).filter(|&at| letters(at) > 0).collect();
            let Some(place) = random.choose(&able) else { return };
            let letter = LocalLetterId::from_index(random.below(letters(place)));
            let at = random.below(traces[place].len() + 1);
            traces[place].insert(at, letter);
        }
        Mutation::Remove => {
            let able: Vec<usize> = (0..traces.len()).filter(|&at| !traces[at].is_empty()).collect();
            let Some(place) = random.choose(&able) else { return };
            let at = random.below(traces[place].len());
            traces[place].remove(at);
        }
    }
}
