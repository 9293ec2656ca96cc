//! `scm-check automaton`: what is printed, and how it ends.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{Outcome, scm_check};
