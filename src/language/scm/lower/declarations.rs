//! The messages.

use super::condition;
use super::scope::Scope;
use crate::scm::ast::Section;
use crate::scm::codes;

/// Declares the messages.
pub(super) fn lower(scope: &mut Scope<'_, '_>) {
    let tree = scope.tree;
    for section in &tree.file.sections {
        let Section::Parameters(keyword, declarations) = section else { continue };
        scope.parameters = scope.parameters.or(Some(*keyword));
        for declaration in declarations {
            let name = declaration.name;
            if let Some(&first) = scope.message_ids.get(name.text) {
                let first = scope.messages[first].span;
                scope.twice(&format!("message `{}`", name.text), name.span, first);
                continue;
            }
            if let Some(value) = declaration.value {
                condition::check_value(scope, None, value);
                let span = tree.expressions[value].span;
                scope.sink.push(
                    codes::DROPPED_MESSAGE_VALUE
                        .at(span, format!("message `{}` is declared with a value", name.text))
                        .label("has no influence"),
                );
            }
            let id = scope.builder.message(name.text, declaration.sort);
            scope.messages.push(name);
            scope.message_ids.insert(name.text, id);
            scope.places.messages.push(name.span);
        }
    }
}
