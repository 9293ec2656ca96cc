//! A witness as a run that a page walks through, and a model as a part of that page.

pub(crate) use scm_check::render::evidence::{section, walk};
