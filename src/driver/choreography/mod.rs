//! Questions about choreographies.

mod against;
mod channels;
mod diagram;
mod evidence;
mod explanation;
mod finding;
mod judged;
mod lines;
mod losses;
mod lost_messages;
mod named_check;
mod projections;
mod races;
mod session;
mod task;
mod violating_run;

pub use channels::ChannelWords;
pub use diagram::{choreography_of, no_choreography, unmade, why_no_choreography};
pub use finding::{
    ChoreographyFinding, Counterexample, DiagramFault, Implementation, Judged, NamedFinding,
    Realisability, Repair,
};
pub use lines::transition_lines;
pub use losses::Losses;
pub use lost_messages::{LostMessages, late_arrival};
pub use named_check::NamedCheck;
pub use projections::{
    is_of_projections, is_property_of_messages, lacks_of_projections, stated_of_projections,
    system_of, unanswered,
};
pub(crate) use projections::{missing_part, names_of_messages};
pub use races::{
    DrawnRace, DrawnReception, OrderFinding, OrderRequest, is_of_orders, order_answers,
};
pub(crate) use races::{NOT_TOLD, RACE};
pub use session::{ChoreographySession, MAX_STATES};
pub(crate) use task::property_names;
pub use task::{
    ChoreographyQuestion, ChoreographyTask, asked, everything, everything_named, is_property,
    lacks, unmade_answers, with_reminders, without_questions,
};
pub use violating_run::{NoRun, violating_run};
