//! The checks, place by place.

mod closure_by_length;
mod conformance_checker;
mod conformance_invariants;
mod conformance_terms;
mod conformance_terms_random;
mod membership;
mod reachability_explored;
mod rsc_growth;
