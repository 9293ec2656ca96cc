//! The floor `render` part by part: a file of tests for each file that is tested.

mod conformance_location_words;
mod diagrams_interaction_automaton;
mod diagrams_multitrace;
mod drawing_display_width;
mod drawing_lettering;
mod drawing_plane;
mod report_builder;
mod report_html_data;
mod report_html_excerpt;
mod report_html_markup;
mod report_html_page;
mod report_human;
mod report_json;
mod report_overview;
mod report_row;
mod sentences_printable;
