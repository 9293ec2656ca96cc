//! Phrases that answers of several kinds share.

mod detail;
mod limits;
mod lines;
mod numbers;
mod printable;
mod remedies;
mod work;

pub use detail::Detail;
pub use limits::{advice, advice_after, limit, not_started, reached};
pub use lines::{IN_A_FILE, TIED_SPACE, WIDTH, excerpt, fitted_text, hanging, wrapped};
pub use numbers::{count_of, few, listed, memory_size, number_of};
pub use printable::{printable, shell_word, shortened};
pub use remedies::advise as advise_how;
pub use work::{checked, explored, work};
