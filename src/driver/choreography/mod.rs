//! Questions about choreographies.

mod against;
mod diagram;
mod evidence;
mod explanation;
mod finding;
mod judged;
mod lines;
mod losses;
mod lost_messages;
mod named_check;
mod names;
mod projections;
mod races;
mod session;
mod task;
mod violating_run;

pub use diagram::{choreography_of, no_choreography, unmade, why_no_choreography};
pub use finding::{
    ChoreographyFinding, Counterexample, DiagramFault, Implementation, Judged, NamedFinding,
    Realisability, Repair,
};
pub use lines::transition_lines;
pub use losses::Losses;
pub use lost_messages::{LostMessages, late_arrival};
pub use named_check::NamedCheck;
pub(crate) use names::property_names;
pub use names::{
    ChoreographyQuestion, is_of_orders, is_of_projections, is_property, is_property_of_messages,
};
pub(crate) use names::{NOT_TOLD, RACE, missing_part, names_of_messages};
pub use projections::{lacks_of_projections, stated_of_projections, system_of, unanswered};
pub use races::{DrawnRace, DrawnReception, OrderFinding, OrderRequest, order_answers};
pub use session::{ChoreographySession, MAX_STATES};
pub use task::{
    ChoreographyTask, asked, everything, everything_named, lacks, unmade_answers, with_reminders,
    without_questions,
};
pub use violating_run::{NoRun, violating_run};
