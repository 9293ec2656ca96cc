//! Reader of global traces on the term itself.

use super::semantics::Semantics;
use super::terms::TermId;
use crate::trace::LetterId;
use kernel::base::IndexVec;

/// Reads a global trace letter by letter, and follows all terms that may be left.
///
/// The reader needs no automaton, so it also reads words of loops without one.
#[derive(Debug)]
pub struct TermReader<'a> {
    semantics: &'a mut Semantics,
    here: Vec<TermId>,
    /// The number of the letter at which each term was last reached.
    met: IndexVec<TermId, usize>,
    count: usize,
}

impl<'a> TermReader<'a> {
    /// Returns a reader before the first letter.
    pub fn new(semantics: &'a mut Semantics) -> Self {
        let here = vec![semantics.start()];
        Self { semantics, here, met: IndexVec::new(), count: 0 }
    }

    /// Reads a letter.
    ///
    /// # Complexity
    /// Linear in the steps of the terms that are followed; steps of new terms are computed first.
    pub fn read(&mut self, letter: LetterId) {
        self.count += 1;
        let mut next = Vec::new();
        for &term in &self.here {
            let steps = self.semantics.steps(term);
            let first = steps.partition_point(|&(other, _)| other < letter);
            for &(_, rest) in steps[first..].iter().take_while(|&&(other, _)| other == letter) {
                if std::mem::replace(self.met.slot(rest), self.count) != self.count {
                    next.push(rest);
                }
            }
        }
        self.here = next;
    }

    /// Returns `true` if the letters read so far are a word.
    pub fn is_accepting(&self) -> bool {
        self.here.iter().any(|&term| self.semantics.is_final(term))
    }

    /// Returns `true` if the letters read so far are a prefix of no word.
    ///
    /// If operands are synchronised, they may be a prefix of no word although this is `false`.
    pub fn is_stuck(&self) -> bool {
        self.here.is_empty()
    }

    /// Returns the letters that may come next, in order.
    pub fn expected(&mut self) -> Vec<LetterId> {
        let mut letters = Vec::new();
        for &term in &self.here {
            letters.extend(self.semantics.steps(term).iter().map(|&(letter, _)| letter));
        }
        letters.sort_unstable();
        letters.dedup();
        letters
    }
}
