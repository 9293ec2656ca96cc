//! The messages.

use super::condition;
use super::scope::Scope;
use crate::scm::codes;

/// Declares the messages.
pub(super) fn lower(scope: &mut Scope<'_, '_>) {
    let tree = scope.tree;
    for declaration in &tree.file.messages {
        let name = declaration.name;
        if let Some(&first) = scope.message_ids.get(name.text) {
            let first = scope.messages[first].span;
            scope.twice(&format!("message `{}`", name.text), name.span, first);
            continue;
        }
        if let Some(value) = declaration.value {
            condition::check_value(scope, None, value);
            let message = format!("message `{}` is declared with a value", name.text);
            let dropped = codes::DROPPED_MESSAGE_VALUE.at(tree.expressions[value].span, message);
            scope.sink.push(dropped.label("has no influence"));
        }
        let id = scope.builder.message(name.text, declaration.sort);
        scope.messages.push(name);
        scope.message_ids.insert(name.text, id);
        scope.places.messages.push(name.span);
    }
}
