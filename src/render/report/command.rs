//! The command for one result.

use super::Row;
use driver::{AnswerSubject, Level, PropertyGroup};
use language::kinds::{Kind, Language};

/// Returns the command that shows a result with its run.
pub(super) fn command(row: &Row) -> String {
    let AnswerSubject { model, property, channels, .. } = &row.answer.subject;
    let architecture = channels.renaming().map(|one| format!("--arch {} ", one.word()));
    let kind = channels.kind.map(|one| format!("--{} ", one.word()));
    let options: String = architecture.into_iter().chain(kind).collect();
    let group = row.property().and_then(PropertyGroup::from_name);
    let ending = model.rsplit('.').next().unwrap_or_default();
    // Only systems have commands for single groups; projections have not.
    let kind = Language::of_ending(ending).map(|language| language.kind);
    let is_projected = matches!(kind, Some(Kind::Choreography | Kind::Interaction));
    let group = group.filter(|group| !is_projected || !group.is_of_systems());
    let command = match group {
        None => "check",
        Some(PropertyGroup::Membership) => "rsc",
        Some(PropertyGroup::BadStates) => "reach",
        Some(PropertyGroup::Safety) => "safety",
        Some(PropertyGroup::Class) => "classify",
        Some(PropertyGroup::Realisability | PropertyGroup::Protocol) => "chor check",
        Some(PropertyGroup::WellFormedness) => "chor check --strict",
    };
    let named = match property {
        Some(name) if matches!(group, Some(PropertyGroup::Protocol | PropertyGroup::Class)) => {
            format!("--property '{name}' ")
        }
        Some(name) if row.level() == Level::Race => {
            let all = if name.starts_with("race(") { "race" } else { name };
            format!("--property '{all}' ")
        }
        _ => String::new(),
    };
    format!("scm-check {command} {named}{options}{model}")
}
