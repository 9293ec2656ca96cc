//! Model checking for communicating automata.
//!
//! Finite machines exchange messages over unbounded FIFO or bag channels. In general nothing
//! about such systems is decidable; this library decides what it can and says `unknown`, with the
//! reason, where it cannot.
//!
//! # Example
//!
//! A client sends a file and may cancel meanwhile. Everything is asked that can be asked of any system, and the answers
//! are printed as people read them, with a replayed run for each violation:
//!
//! ```
//! let text = "
//! scm upload :
//! nb_channels = 2 ;
//! parameters :
//! int file ; int cancel ; int done ;
//!
//! automaton client :
//! initial : 0
//! state 0 : to 1 : when true , 0 ! file ;
//! state 1 : to 2 : when true , 0 ! cancel ;
//!           to 0 : when true , 1 ? done ;
//! state 2 : to 0 : when true , 1 ? done ;
//!
//! automaton server :
//! initial : 0
//! state 0 : to 1 : when true , 0 ? file ;
//!           to 0 : when true , 0 ? cancel ;
//! state 1 : to 0 : when true , 1 ! done ;
//! ";
//! for answer in scm_check::check_text("upload.scm", text)? {
//!     println!("{}", scm_check::explain(&answer));
//! }
//! let rsc = &scm_check::ask("upload.scm", text, &["rsc"])?[0];
//! assert_eq!(rsc.verdict().word(), "violated");
//! assert!(scm_check::explain(rsc).contains("`cancel` and `done` cross"));
//! # Ok::<(), scm_check::Refused>(())
//! ```
//!
//! [`check_text`], [`ask`] and [`explain`] are all that most programs need; [`certify`] and [`confirm`] are for evidence,
//! [`conform`] for logs, [`project`] and [`ask_system`] for protocols and systems that are made.
//!
//! More programs are in the directory `examples`.
//!
//! # The map of the theory
//!
//! | notion | source | place |
//! |---|---|---|
//! | communicating automata, systems | \[RSC\] 2.2.1, 2.2.3 | [`model::cfsm::CommunicatingAutomaton`], [`model::cfsm::System`] |
//! | FIFO and bag channels, their keys | \[RSC\] 2.2, 2.3 | [`model::cfsm::Channel`], [`model::cfsm::Key`] |
//! | configurations, asynchronous semantics | \[RSC\] 2.2.6, 2.2.8 | [`model::cfsm::Configuration`] |
//! | peer-to-peer and mailbox systems | \[RSC\] 2.2.9, 2.2.10 | [`model::cfsm::Architecture::new`] |
//! | matching pairs, well-formed executions | \[RSC\] 2.3.3, 2.3.4 | [`model::cfsm::Execution`] |
//! | commutation | \[RSC\] 2.3.5 | [`model::cfsm::dependencies`] |
//! | communications of an execution | \[RSC\] 2.3.6 | [`model::cfsm::Communication`] |
//! | message sequence charts | \[RSC\] 2.4.1 | [`render::witness::run_chart`] |
//! | action graphs | \[RSC\] 2.4.2 | [`model::cfsm::action_graph`] |
//! | conflict graphs | \[RSC\] 2.4.3 | [`model::cfsm::ConflictGraph`] |
//! | RSC executions | \[RSC\] 3.1.1 | [`model::cfsm::Execution::is_rsc`] |
//! | causally RSC executions | \[RSC\] 3.1.1, 3.1.2 | [`model::cfsm::ConflictGraph::is_causally_rsc`] |
//! | automaton of the RSC executions | \[RSC\] 3.3.1 | [`check::rsc::RscAutomaton`] |
//! | borderline violations | \[RSC\] 4.1.1 | [`model::evidence::Witness::borderline_violation`] |
//! | all of these, of one execution | | [`model::evidence::Findings`] |
//! | automaton of borderline violations | \[RSC\] 4.1.3 | [`check::membership::BorderlineAutomaton`] |
//! | membership: is a system RSC | \[RSC\] 4.1.4 | [`check::membership::check`] |
//! | sets of configurations, contents expressions | \[RSC\] 4.2.1, 7.2 | [`model::cfsm::BadConfigurations`], [`model::cfsm::ContentsExpression`], [`model::cfsm::ContentsChain`] |
//! | reachability of a regular set | \[RSC\] 4.2, Theorem 4.2.4 | [`check::reachability::check`] |
//! | pebbles for the separators | \[RSC\] 4.2.2, 4.2.3 | [`check::reachability::Engine::Pebbles`] |
//! | eager systems | \[RSC\] 3.4 | [`check::reachability::Premise::AssumedEager`] |
//! | unspecified receptions | \[RSC\] 4.2.4 | [`model::cfsm::LinearProperty::UnspecifiedReception`] |
//! | progress | \[RSC\] 4.2.5 | [`model::cfsm::LinearProperty::Progress`] |
//! | orphan messages | \[RSC\] 4.2.6 | [`model::cfsm::LinearProperty::OrphanMessage`] |
//! | reception deadlocks | \[RSC\] 4.2.7 | [`model::cfsm::LinearProperty::ReceptionDeadlock`] |
//! | stable configurations, deadlock | \[RSC\] 6.3.1, 6.3.2 | [`model::cfsm::SafetyProperty::Deadlock`] |
//! | synchronous executions | \[RSC\] 6.3.3 | [`model::choreography::synchronous`] |
//! | deadlocks of RSC systems | \[RSC\] 6.3.2 | [`check::completability::deadlock_freedom`] |
//! | choreographies, projection, implementation | \[RSC\] 6.1.1, 6.1.2, 6.1.3 | [`model::choreography::Choreography`] |
//! | partial executions, their automaton | \[RSC\] 6.2.1, 6.2.3 | [`model::choreography::Partials`] |
//! | executions that words complete | | [`model::choreography::completion`] |
//! | well-formed and realisable choreographies | \[RSC\] 6.2.2 | [`check::realisability::check`] |
//! | coherence conditions | Li, Stutz, Wies, Zufferey 2023 | [`check::realisability::incoherences`] |
//! | named checks of other tools | | [`check::named_checks`] |
//! | languages of choreographies | | [`language::choreography`] |
//! | interactions | \[ITP\] Definition 3 | [`model::interaction::Interaction`] |
//! | evasion, pruning, steps | \[ITP\] Definitions 4 to 8 | [`model::interaction::Semantics`] |
//! | automaton of an interaction | \[ITP\] Definitions 9, 11 | [`model::interaction::synthesise`] |
//! | simplification of terms | \[ITP\] Definition 10 | [`model::interaction::RewriteRules`] |
//! | the construction from automata of the parts | \[ITP\] section 5 | [`model::interaction::compose`] |
//! | removal of lifelines | \[OVM\] Definition 5 | [`model::interaction::Interaction::without`] |
//! | global traces, multitraces | \[OVM\] Definitions 1, 2 | [`model::trace`] |
//! | letters at locations | \[RVA\] section 2.1 | [`model::trace::DistributedAlphabet`] |
//! | the centralised procedure | \[RVA\] Algorithm 1 | [`check::conformance::Procedure::Central`] |
//! | local verifiers, areas | \[RVA\] Definitions 5 to 8, Algorithm 2 | [`check::conformance::LocalVerifiers`], [`check::conformance::TransitionArea`] |
//! | the semi-centralised procedure | \[RVA\] Algorithm 3 | [`check::conformance::Procedure::Semi`] |
//! | prefixes and slices of multitraces | \[OVM\] sections 2, 4 | [`check::conformance::Class`] |
//! | languages of interactions | | [`language::interaction`] |
//! | least deterministic automata | Hopcroft 1971, Brzozowski 1962 | [`kernel::automata::FiniteAutomaton::minimised`] |
//! | least nondeterministic automata | Kameda, Weiner 1970 | [`kernel::automata::FiniteAutomaton::minimal_nfa`] |
//! | inclusion by antichains | De Wulf et al. 2006 | [`kernel::automata::inclusion`] |
//! | all configurations, where they are finitely many | | [`check::reachability::Configurations`] |
//! | SCM language | \[RSC\] 7.2 | [`language::scm`] |
//! | ring of Figure 7.2 | \[RSC\] Figure 7.2 | [`model::generate::ring`] |
//!
#![doc = include_str!("../docs/bibliography.md")]
//!
//! # Floors
//!
//! Each floor is a crate, which uses only the floors before it: [`kernel`], [`model`], then [`check`] and
//! [`language`], which do not use each other, [`driver`], which asks whole questions, and [`render`], which writes
//! answers down. `ARCHITECTURE.md` says more.

mod front;

#[cfg(feature = "cli")]
pub use front::confirm;
pub use front::{
    Answer, Place, Refused, ask, ask_system, certify, check_text, conform, explain, project,
};
pub use kernel::verdict::{Reason, Verdict};
pub use model::cfsm::{Channel, ChannelKind, Direction, Label, MessageSort, System, SystemBuilder};

/// The floors, for the programs, tests and benches of this package; their names may change with any version.
#[doc(hidden)]
pub mod internals {
    pub use check;
    pub use driver;
    pub use kernel;
    pub use language;
    pub use model;
    pub use render;
}
