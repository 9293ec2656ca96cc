//! Parts that the readers of all languages share: the result, pieces of lines, expected answers, advice on
//! misspelt names.

pub mod codes;
mod expectation;
mod json_complaint;
mod language;
mod outcome;
mod parser_progress;
mod piece;
mod spacing;
mod spelling;

pub use expectation::Expectation;
pub(crate) use expectation::StatedAnswers;
pub use json_complaint::json_complaint;
pub(crate) use json_complaint::json_place;
pub use language::begins_as_components;
pub(crate) use language::foreign;
pub(crate) use outcome::{MAX_DIAGNOSTICS, begin, check_encoding, finish, read};
pub use outcome::{Reading, too_large};
pub(crate) use parser_progress::ParserProgress;
pub(crate) use piece::{Piece, lines};
pub(crate) use spacing::Spacing;
pub use spelling::nearest;
pub(crate) use spelling::{equal_parts, meant, missing, shortened, with_nearest, with_nearest_or};
