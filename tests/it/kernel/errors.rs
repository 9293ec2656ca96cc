//! The errors of all floors.

use scm_check::internals::check::conformance::{LocalError, LocalReason};
use scm_check::internals::driver::Panic;
use scm_check::internals::kernel::base::{Id as _, Limit};
use scm_check::internals::kernel::diagnostics::{Code, Diagnostic, Diagnostics};
use scm_check::internals::kernel::source::Span;
use scm_check::internals::language::evidence::{
    Contradiction, Misspelt, NoWitnessEntry, Unreadable,
};
use scm_check::internals::language::log::LineProblem;
use scm_check::internals::language::{automaton, choreography, interaction};
use scm_check::internals::model::cfsm::{NotExpressible, UnknownProperty};
use scm_check::internals::model::evidence::Rejected;
use scm_check::internals::model::generate::SizeError;
use scm_check::internals::model::interaction::{
    Incomposable, ProjectionRefusal, Refusal, Synchronised, Unprojectable,
};
use scm_check::internals::model::trace::{LocationId, Misplaced};

#[test]
fn whatever_a_public_function_fails_with_is_an_error() {
    fn is_error<E: std::error::Error + Send + Sync + 'static>() {}
    is_error::<Limit>();
    is_error::<Diagnostics>();
    is_error::<NotExpressible>();
    is_error::<UnknownProperty>();
    is_error::<SizeError>();
    is_error::<Incomposable>();
    is_error::<ProjectionRefusal>();
    is_error::<Refusal>();
    is_error::<Synchronised>();
    is_error::<Unprojectable>();
    is_error::<Misplaced>();
    is_error::<Contradiction>();
    is_error::<Misspelt>();
    is_error::<NoWitnessEntry>();
    is_error::<Rejected>();
    is_error::<Unreadable>();
    is_error::<LocalError>();
    is_error::<automaton::Unprintable>();
    is_error::<choreography::Unprintable>();
    is_error::<interaction::Unprintable>();
    is_error::<LineProblem>();
    is_error::<Panic>();
}

#[test]
fn messages_say_what_is_wrong() {
    const MISTAKE: Code = Code::new("E0001");
    let messages = ["a name is missing", "a number is too large"];
    let refused = messages.map(|message| Diagnostic::new(MISTAKE, Span::default(), message));
    let refused = Diagnostics(refused.to_vec()).to_string();
    assert_eq!(refused, "a name is missing; a number is too large");

    let location = LocationId::from_index(1);
    let error =
        |reason| LocalError { location, position: 3, reason, expected: Vec::new(), may_end: false };
    let unexpected = "location 1 at position 3: the local letter cannot come there";
    assert_eq!(error(LocalReason::Unexpected).to_string(), unexpected);
    let incomplete = "location 1 at position 3: the trace cannot end there";
    assert_eq!(error(LocalReason::Incomplete).to_string(), incomplete);

    assert_eq!(Refusal::Limit(Limit::Interrupted).to_string(), "stopped on request");
}
