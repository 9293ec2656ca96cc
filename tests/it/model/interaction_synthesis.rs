//! The automata of interactions: how many states they have, and which are refused.

use scm_check::internals::kernel::base::{Control, IndexVec, Limit};
use scm_check::internals::model::interaction::{
    Choice, Expression, ExpressionId, Interaction, Operator, Origin, Passing, Refusal, Repetition,
    RewriteRules, Semantics, Synthesis, Target, synthesise,
};
use scm_check::internals::model::trace::Signature;

/// Writes interactions down, operands first.
struct Draft {
    signature: Signature,
    parts: IndexVec<ExpressionId, Expression>,
}

impl Draft {
    fn new() -> Self {
        Self { signature: Signature::new(), parts: IndexVec::new() }
    }

    fn arrow(&mut self, from: &str, message: &str, to: &[&str]) -> ExpressionId {
        let origin = match from {
            "" => Origin::Environment,
            name => Origin::Lifeline(self.signature.add_lifeline(name)),
        };
        let message = self.signature.add_message(message);
        let targets =
            to.iter().map(|name| Target::Lifeline(self.signature.add_lifeline(name))).collect();
        self.parts.push(Expression::Passing(Passing {
            origin,
            synchronous: false,
            message,
            targets,
        }))
    }

    fn of(&mut self, operator: Operator, operands: Vec<ExpressionId>) -> ExpressionId {
        self.parts.push(Expression::Compound(operator, operands))
    }

    fn repeat(&mut self, kind: Repetition, body: ExpressionId) -> ExpressionId {
        self.parts.push(Expression::Loop(kind, body))
    }

    fn digit(&mut self) -> ExpressionId {
        let (a, b) = (self.arrow("", "a", &["lock"]), self.arrow("", "b", &["lock"]));
        self.of(Operator::Alt, vec![a, b])
    }

    fn done(self) -> Interaction {
        let root = self.parts.ids().next_back().expect("something was written");
        Interaction { signature: self.signature, parts: self.parts, root }
    }
}

/// (a|b)* a a b (a|b)^3 open
fn lock() -> Interaction {
    let mut draft = Draft::new();
    let any = draft.digit();
    let mut parts = vec![draft.repeat(Repetition::Strict, any)];
    parts.extend(["a", "a", "b"].map(|digit| draft.arrow("", digit, &["lock"])));
    parts.extend([(); 3].map(|()| draft.digit()));
    parts.push(draft.arrow("lock", "open", &[]));
    draft.of(Operator::Seq, parts);
    draft.done()
}

fn states(interaction: &Interaction, laws: RewriteRules) -> Result<usize, Refusal> {
    let how = Synthesis { laws, ..Synthesis::default() };
    synthesise(interaction, &how, &Control::unlimited()).map(|made| made.automaton.len())
}

/// p sends m to q, which answers in one of so many ways; the branches of the choice begin with m.
fn answers(number: usize) -> Interaction {
    let mut draft = Draft::new();
    let branches = (0..number).map(|answer| {
        let asked = draft.arrow("p", "m", &["q"]);
        let answered = draft.arrow("q", &format!("a{answer}"), &["p"]);
        draft.of(Operator::Seq, vec![asked, answered])
    });
    let branches = branches.collect();
    draft.of(Operator::Alt, branches);
    draft.done()
}

#[test]
fn what_all_branches_begin_with_is_said_once() {
    const MANY: usize = 1_000;
    let semantics = Semantics::new(&answers(3), RewriteRules::full(), Choice::Delayed);
    let simplified = semantics.expression(semantics.start(), &answers(3).signature);
    let passings = simplified.parts.iter().filter(|part| matches!(part, Expression::Passing(_)));
    assert_eq!(passings.count(), 4, "{simplified:?}");
    assert_eq!(states(&answers(MANY), RewriteRules::full()), Ok(MANY + 4));
}

#[test]
fn a_choice_of_many_branches_makes_few_terms() {
    let terms = |number: usize| {
        let mut draft = Draft::new();
        let branches = (0..number).map(|branch| draft.arrow("p", &format!("m{branch}"), &["q"]));
        let branches = branches.collect();
        draft.of(Operator::Alt, branches);
        let interaction = draft.done();
        let mut semantics = Semantics::new(&interaction, RewriteRules::full(), Choice::Delayed);
        assert_eq!(semantics.steps(semantics.start()).len(), number);
        semantics.term_count()
    };
    // Some for each branch in each of the choices of two, four, eight .. of them.
    assert!(terms(1_024) < 20 * 1_024, "{}", terms(1_024));
    assert!(terms(1_024) < 5 * terms(256), "{} {}", terms(1_024), terms(256));
}

#[test]
fn simplifying_stops_when_it_is_told_to() {
    let control = Control::unlimited();
    control.interrupt();
    let stopped = Semantics::within(&answers(10), RewriteRules::full(), Choice::Delayed, &control);
    assert_eq!(stopped.err(), Some(Limit::Interrupted));
    let control = Control { max_bytes: Some(1 << 20), ..Control::unlimited() };
    let large = Semantics::within(&answers(2_000), RewriteRules::full(), Choice::Delayed, &control);
    assert_eq!(large.err(), Some(Limit::Memory));
    let mut semantics = Semantics::new(&answers(10), RewriteRules::full(), Choice::Delayed);
    let control = Control::unlimited();
    control.interrupt();
    assert_eq!(semantics.steps_within(semantics.start(), &control), Err(Limit::Interrupted));
}

#[test]
fn a_lock_has_eight_states() {
    assert_eq!(states(&lock(), RewriteRules::paper()), Ok(8));
    assert_eq!(states(&lock(), RewriteRules::full()), Ok(8));
}

#[test]
fn weak_loops_are_exact_where_they_close_and_refused_where_not() {
    let mut draft = Draft::new();
    let there = draft.arrow("p", "m", &["q"]);
    let body = draft.repeat(Repetition::Weak, there);
    let open = draft.done();
    assert_eq!(
        states(&open, RewriteRules::full()),
        Err(Refusal::Unbounded(body, Repetition::Weak))
    );
    let mut draft = Draft::new();
    let there = draft.arrow("p", "m", &["q"]);
    let back = draft.arrow("q", "n", &["p"]);
    let body = draft.of(Operator::Seq, vec![there, back]);
    draft.repeat(Repetition::Weak, body);
    assert_eq!(states(&draft.done(), RewriteRules::full()), Ok(4));
}
