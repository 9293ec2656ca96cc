//! The kernel part by part: a file of tests for each file that is tested.

mod automata_dfa;
mod automata_enumeration;
mod automata_operations;
mod automata_prefix_closed;
mod automata_reduction;
mod automata_regular;
mod automata_universality;
mod base_groups;
mod base_names;
mod base_packing;
mod base_quantity;
mod base_random;
mod diagnostics_sink;
mod errors;
mod search;
mod search_store;
mod source_text;
mod verdict;
