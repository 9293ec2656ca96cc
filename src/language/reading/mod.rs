//! Parts that the readers of several languages share: the result, pieces of lines, expected answers, advice on
//! misspelt names; tokens for generated parsers, and texts in a standard layout with their comments.

mod beginnings;
pub mod codes;
mod csv_field;
mod expectation;
mod json_complaint;
mod laid_out;
mod language;
mod outcome;
mod parser_progress;
mod parser_tokens;
mod piece;
mod spacing;
mod spelling;

pub(crate) use beginnings::{Shape, beginning, beginnings};
pub use csv_field::csv_field;
pub use expectation::Expectation;
pub(crate) use expectation::StatedAnswers;
pub use json_complaint::json_complaint;
pub(crate) use json_complaint::json_place;
pub(crate) use laid_out::{Gap, LaidOut};
pub(crate) use language::foreign;
pub(crate) use outcome::{MAX_DIAGNOSTICS, begin, check_encoding, finish, read, stem};
pub use outcome::{Reading, too_large};
pub(crate) use parser_progress::ParserProgress;
pub(crate) use parser_tokens::{
    BoundedToken, Failure, Recovery, TokenBound, place, terminals, unknown_run,
};
pub(crate) use piece::{Piece, lines};
pub(crate) use spacing::Spacing;
pub use spelling::nearest;
pub(crate) use spelling::{
    alternatives, equal_parts, meant, missing, shortened, with_nearest, with_nearest_or,
};
