//! Questions about choreographies.

mod channels;
mod lines;
mod named_check;

pub use channels::ChannelWords;
pub use lines::transition_lines;
pub use named_check::NamedCheck;

/// Normal forms and projections of more states are not made.
pub const MAX_STATES: usize = 1 << 17;
