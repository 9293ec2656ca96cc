//! Questions about choreographies.

mod named_check;

pub use named_check::NamedCheck;
