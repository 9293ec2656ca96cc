//! The forms of evidence: each is a file with a function `check`, and one row of [`FORMS`]. Besides, models that are
//! choreography automata.
//!
//! A certificate is a set of states that contains the initial states, is closed under steps, and contains no state to be
//! avoided:
//! - `executions`: the states of RSC executions with a chosen send, none of which closes a cycle of conflicts;
//! - `bad_states` and `linear_property`: the states of RSC executions, none of which violates the property;
//! - `configurations`: the configurations, none of which violates the property, whether the system is RSC or not;
//! - `languages`: sets of configurations, as languages of contents;
//! - `persistent`: configurations without those that other orders of the same steps lead to;
//! - `upward`: configurations above which all lie that violate a property, and which are not exceeded;
//! - `linear`: weights of local states and messages, whose sum no step makes larger.
//!
//! A witness is a run:
//! - `violation`: its last configuration violates the property;
//! - `borderline_violation`: it is not RSC, so that the system is not;
//! - `half_duplex`: it leaves messages on their way that may not be together;
//! - `bounded`: it leaves more messages than a bound, or more each time its end is repeated;
//! - `fully_bag`: it is not RSC, if its last reception matches another send;
//! - `stable`: no run within a bound has its sends;
//! - `synchronisable`: no synchronous run has its sends;
//! - `completion`: no word of the choreography completes it;
//! - `partial_execution`: it is not a part of any word of the choreography.

mod bad_states;
mod borderline_violation;
mod bounded;
pub(crate) mod choreography;
mod completion;
mod configurations;
mod executions;
mod fully_bag;
mod half_duplex;
mod languages;
mod linear;
mod linear_property;
mod partial_execution;
mod persistent;
mod stable;
mod synchronisable;
mod upward;
mod violation;

use crate::core::Class::{
    Binary, Bounded, FullyBag, Multiparty, Natural, Restricted, Stable, Synchronisable,
};
use crate::core::Form;
use crate::core::Name::{Certificate, Explicit, Violation, Witness};
use crate::core::Property::{BadStates, Class, Deadlock, Realisable, Rsc, WellFormed};

/// The forms: how evidence names each, the properties that it may be about, and the function that checks it.
///
/// Of several forms with one name, the first one is used that may be about all properties of a claim.
pub(crate) const FORMS: &[Form] = &[
    (Explicit("rsc-executions"), |of| of == Rsc, executions::check),
    (Explicit("rsc-executions"), |of| matches!(of, BadStates(_)), bad_states::check),
    (Explicit("rsc-executions"), |of| of.is_linear(), linear_property::check),
    (Explicit("configurations"), |of| of.is_safety(), configurations::check),
    (Certificate("languages"), |of| of.is_safety() && of != Deadlock, languages::check),
    (Certificate("linear"), |of| of.is_linear(), linear::check),
    (
        Certificate("persistent"),
        |of| of.is_linear() && !matches!(of, BadStates(_)),
        persistent::check,
    ),
    (Certificate("upward"), |of| of.is_linear(), upward::check),
    (
        Witness("borderline-violation"),
        |of| matches!(of, Rsc | Realisable | WellFormed),
        borderline_violation::check,
    ),
    (
        Witness("not-half-duplex"),
        |of| matches!(of, Class(Binary | Restricted | Natural | Multiparty)),
        half_duplex::check,
    ),
    (Witness("not-bounded"), |of| matches!(of, Class(Bounded(_))), bounded::check),
    (Witness("not-fully-bag-rsc"), |of| of == Class(FullyBag), fully_bag::check),
    (Witness("not-stable"), |of| matches!(of, Class(Stable(_))), stable::check),
    (Witness("not-synchronisable"), |of| of == Class(Synchronisable), synchronisable::check),
    (Witness("not-completable"), |of| of == Realisable, completion::check),
    (Witness("not-partial"), |of| of == WellFormed, partial_execution::check),
    (Violation, |of| of.is_safety(), violation::check),
];
