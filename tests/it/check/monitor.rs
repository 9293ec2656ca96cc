//! Monitors of formulas whose verdicts are known.

use scm_check::internals::check::monitor::MonitorVerdict::{
    self, CurrentlyFalse, CurrentlyTrue, False, Inconclusive, True,
};
use scm_check::internals::check::monitor::{Monitor, Semantics, TooManyStates};
use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::model::temporal::BinaryOperator::{And, Implies, Or, Since, Until};
use scm_check::internals::model::temporal::UnaryOperator::{
    Finally, Globally, Historically, Next, Not, Once, WeakNext,
};
use scm_check::internals::model::temporal::{
    BinaryOperator, Formula, PropositionId, UnaryOperator,
};

fn proposition(index: usize) -> Formula {
    Formula::Proposition(PropositionId::from_index(index))
}

fn p() -> Formula {
    proposition(0)
}

fn q() -> Formula {
    proposition(1)
}

/// Operators in front of a formula, the outermost first.
fn prefix(operators: &[UnaryOperator], operand: Formula) -> Formula {
    operators.iter().rev().fold(operand, |operand, &operator| Formula::unary(operator, operand))
}

fn two(left: Formula, operator: BinaryOperator, right: Formula) -> Formula {
    Formula::binary(operator, left, right)
}

/// The verdicts after each letter, in the three semantics.
fn verdicts(formula: &Formula, trace: &[u64]) -> [Vec<MonitorVerdict>; 3] {
    Semantics::ALL.map(|semantics| {
        let mut monitor = Monitor::new(formula, semantics, 1_000);
        assert_eq!((monitor.verdict(), monitor.is_settled()), (None, false));
        trace.iter().map(|letter| monitor.read(std::slice::from_ref(letter)).unwrap()).collect()
    })
}

/// For each pair of the nine, what completes it was seen since the last start: 13 propositions.
fn pipeline() -> Formula {
    let pairs = (0..9).map(|pair| {
        let start = prefix(&[Not], proposition(3));
        let since = two(start, Since, proposition(4 + pair));
        prefix(&[Globally], two(proposition(pair / 3), Implies, since))
    });
    pairs.reduce(|left, right| two(left, And, right)).unwrap()
}

#[test]
fn what_each_continuation_satisfies_is_true_after_the_first_letter() {
    let always = prefix(&[Globally], Formula::Constant(true));
    assert_eq!(verdicts(&always, &[0]), [[True], [True], [True]]);
    let excluded = two(prefix(&[Finally], p()), Or, prefix(&[Globally, Not], p()));
    assert_eq!(verdicts(&excluded, &[0]), [[True], [True], [True]]);
    // If it is not so that q holds from some position on, it is false infinitely often.
    let hidden = two(prefix(&[Finally, Globally], q()), Or, prefix(&[Globally, Finally, Not], q()));
    assert_eq!(verdicts(&hidden, &[1]), [[True], [True], [True]]);
}

#[test]
fn finite_traces_end_and_infinite_ones_do_not() {
    let ends = prefix(&[Finally, WeakNext], Formula::Constant(false));
    assert_eq!(verdicts(&ends, &[0, 0]), [[True, True], [False, False], [False, False]]);
    let goes_on = prefix(&[Next], Formula::Constant(true));
    assert_eq!(verdicts(&goes_on, &[0, 0]), [[CurrentlyFalse, True], [True, True], [True, True]]);
}

#[test]
fn a_verdict_before_it_is_certain_depends_on_the_semantics() {
    let response = prefix(&[Globally], two(p(), Implies, prefix(&[Finally], q())));
    let current = vec![CurrentlyTrue, CurrentlyFalse, CurrentlyTrue];
    let expected = [current.clone(), vec![Inconclusive; 3], current];
    assert_eq!(verdicts(&response, &[0b00, 0b01, 0b10]), expected);
    let until = two(p(), Until, q());
    let expected = [CurrentlyFalse, CurrentlyFalse, False];
    assert_eq!(verdicts(&until, &[1, 1, 0])[0], expected);
    assert_eq!(verdicts(&until, &[1, 1, 0])[1], [Inconclusive, Inconclusive, False]);
    assert_eq!(verdicts(&until, &[1, 2, 0])[2], [CurrentlyFalse, True, True]);
}

#[test]
fn the_past_may_look_forward() {
    // Where proposition 2 holds, q follows each p up to there.
    let kept = prefix(&[Historically], two(p(), Implies, prefix(&[Next], q())));
    let formula = prefix(&[Globally], two(proposition(2), Implies, kept));
    let expected = [CurrentlyTrue, CurrentlyTrue, CurrentlyTrue, CurrentlyTrue, False];
    assert_eq!(verdicts(&formula, &[0b001, 0b010, 0b001, 0b000, 0b100])[0], expected);
    let expected = [CurrentlyTrue, CurrentlyTrue, CurrentlyFalse, CurrentlyTrue, CurrentlyTrue];
    assert_eq!(verdicts(&formula, &[0b001, 0b010, 0b101, 0b010, 0b100])[0], expected);
    let once = prefix(&[Finally], two(q(), And, prefix(&[Once, Finally], p())));
    assert_eq!(verdicts(&once, &[0b10, 0b00, 0b01])[1], [Inconclusive, Inconclusive, True]);
}

#[test]
fn letters_have_as_many_words_as_their_propositions_need() {
    let formula = prefix(&[Globally], two(p(), Implies, proposition(64)));
    let mut monitor = Monitor::new(&formula, Semantics::Ltlf, 10);
    assert_eq!(monitor.read(&[1, 1]), Ok(CurrentlyTrue));
    assert_eq!(monitor.read(&[0, 0]), Ok(CurrentlyTrue));
    assert_eq!(monitor.read(&[1, 2]), Ok(False));
}

#[test]
fn only_what_traces_show_of_many_propositions_is_built() {
    for semantics in Semantics::ALL {
        let mut monitor = Monitor::new(&pipeline(), semantics, 1_000);
        // Three frames in which each pair is completed after the start, then one without the pair 5.
        for frame in 0..4 {
            assert!(!monitor.read(&[1 << 3]).unwrap().is_certain());
            for pair in (0..9).filter(|&pair| frame < 3 || pair != 5) {
                assert!(!monitor.read(&[1 << (4 + pair)]).unwrap().is_certain());
            }
            for line in [2, 0] {
                assert!(!monitor.read(&[1 << line]).unwrap().is_certain());
            }
            let line = monitor.read(&[1 << 1]).unwrap();
            assert_eq!(line == False, frame == 3, "frame {frame}");
        }
        assert!(monitor.is_settled());
        assert!(monitor.states() < 50, "{}", monitor.states());
    }
}

#[test]
fn too_many_states_stay_too_many_but_what_is_certain_stays_certain() {
    let mut later = q();
    for _ in 0..8 {
        later = prefix(&[Next], later);
    }
    let formula = prefix(&[Globally], two(p(), Implies, later));
    let read = |letters: &[u64]| {
        let mut monitor = Monitor::new(&formula, Semantics::RvLtl, 40);
        let last = letters.iter().map(|&letter| monitor.read(&[letter])).last().unwrap();
        (last, monitor.verdict())
    };
    let excess = TooManyStates { max_states: 40 };
    let alternating: Vec<u64> = (0..60).map(|at| 0x2d59_a3c6_8b1e >> at & 1 | 2).collect();
    assert_eq!(read(&alternating), (Err(excess), None));
    let (last, verdict) = read(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 1, 0, 1]);
    assert_eq!((last, verdict), (Ok(False), Some(False)));
    assert_eq!(excess.to_string(), "the formula needs more than 40 states");
    let none = Monitor::new(&formula, Semantics::Ltlf, 0).read(&[0]);
    assert_eq!(none, Err(TooManyStates { max_states: 0 }));
}

#[test]
fn the_automaton_tests_only_what_matters() {
    let formula = prefix(&[Globally], two(p(), And, two(q(), And, proposition(2))));
    let mut monitor = Monitor::new(&formula, Semantics::Ltlf, 10);
    let automaton = monitor.automaton(10).unwrap();
    let states: Vec<_> = automaton
        .states
        .iter()
        .map(|state| {
            let transitions = state.transitions.iter().map(|transition| {
                let literals = transition.condition.iter();
                let literals = literals.map(|&(proposition, value)| (proposition.index(), value));
                (literals.collect::<Vec<_>>(), transition.target.index())
            });
            (state.verdict, state.accepting, transitions.collect::<Vec<_>>())
        })
        .collect();
    let first = vec![
        (vec![(0, false)], 1),
        (vec![(0, true), (1, false)], 1),
        (vec![(0, true), (1, true), (2, false)], 1),
        (vec![(0, true), (1, true), (2, true)], 0),
    ];
    let expected = [(CurrentlyTrue, true, first), (False, false, vec![(Vec::new(), 1)])];
    assert_eq!(states, expected);
    assert!(Monitor::new(&pipeline(), Semantics::Ltlf, 1_000).automaton(1_000).is_err());
}

#[test]
fn verdicts_have_the_words_of_reports() {
    let words =
        [True, False, CurrentlyTrue, CurrentlyFalse, Inconclusive].map(MonitorVerdict::word);
    assert_eq!(words, ["true", "false", "currently true", "currently false", "inconclusive"]);
}
