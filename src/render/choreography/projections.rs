//! Projections as a text.

use std::fmt::Write as _;

use kernel::base::Id as _;
use language::scm;
use model::cfsm::System;
use model::choreography::ChannelChoice;

/// Returns the system in SCM, with comments that explain the numbers of channels and list the
/// changed names.
pub fn projections_text(system: &System, file: &str, channels: ChannelChoice) -> String {
    let mut text = format!("{}{file} ({})\n", scm::PROJECTIONS, channels.word());
    for id in system.channels().ids() {
        let _ = writeln!(text, "// channel {} is {}", id.index(), system.channel_name(id));
    }
    for (name, printed) in scm::changed_names(system) {
        let _ = writeln!(text, "// {printed} is {name}");
    }
    text + &scm::print(system, &[], &[])
}
