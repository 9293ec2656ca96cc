//! The kernel part by part: a file of tests for each file that is tested.

mod automata_dfa;
mod automata_enumeration;
mod automata_prefix_closed;
mod automata_reduction;
mod automata_regular;
mod automata_universality;
mod base_groups;
mod base_packing;
mod base_quantity;
mod base_random;
mod diagnostics_sink;
mod drawing_display_width;
mod drawing_lettering;
mod drawing_plane;
mod errors;
mod report_html_data;
mod report_html_excerpt;
mod report_html_markup;
mod report_html_page;
mod report_human;
mod report_json;
mod report_row;
mod report_verdict;
mod search_store;
mod source_text;
