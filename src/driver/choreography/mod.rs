//! Questions about choreographies.

mod against;
mod channels;
mod diagram;
mod evidence;
mod explanation;
mod finding;
mod lines;
mod losses;
mod named_check;
mod places;
mod races;
mod session;
mod task;
mod violating_run;

pub use channels::ChannelWords;
pub(crate) use diagram::missing_part;
pub use diagram::{
    choreography_of, is_of_projections, is_property_of_messages, no_choreography, system_of,
    unanswered, unmade, why_no_choreography,
};
pub use finding::{
    ChoreographyFinding, Counterexample, Implementation, NamedFinding, Realisability, Repair,
};
pub use lines::transition_lines;
pub use losses::Losses;
pub use named_check::NamedCheck;
pub use races::{
    DrawnRace, DrawnReception, OrderFinding, OrderRequest, is_of_orders, order_answers,
};
pub(crate) use races::{NOT_TOLD, RACE};
pub use session::{ChoreographySession, MAX_STATES};
pub(crate) use task::property_names;
pub use task::{
    ChoreographyQuestion, ChoreographyTask, asked, everything, everything_named, is_property,
    lacks, unmade_answers, with_reminders,
};
pub use violating_run::{NoRun, violating_run};
