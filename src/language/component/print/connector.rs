//! Connector types as text.

use std::fmt::Write as _;

use super::expression::{PREFIX, Printer};
use super::names::Names;
use ::model::component::{Composite, Connector, EndId, Statement, Transfer, TransferVariable};
use kernel::base::Id as _;

/// Returns the name of the type of a connector, and its declaration unless another connector has the same type.
pub(super) fn print(
    composite: &Composite,
    connector: &Connector,
    names: &mut Names,
) -> (String, String) {
    let port = |end: EndId| {
        let end = &connector.ends[end];
        let atom = composite.atom(end.component);
        (atom, &atom.ports[end.port])
    };
    let variable = |variable: TransferVariable| match variable {
        TransferVariable::Datum(datum) => connector.data[datum].0.clone(),
        TransferVariable::Exported(end, variable) => {
            let (_, port) = port(end);
            let datum = port.exported.iter().find(|(_, known)| *known == variable);
            let (datum, _) = datum.expect("a transfer reads and writes what ports export");
            format!("{}.{datum}", name(end))
        }
    };
    let printer = Printer { composite, name: &variable, not: PREFIX };
    let parameters: Vec<String> = connector
        .ends
        .ids()
        .map(|end| {
            let (atom, port) = port(end);
            format!("{} {}", names.of_port(atom, port), name(end))
        })
        .collect();
    let mut text = format!("({})\n", parameters.join(", "));
    for (name, kind) in &connector.data {
        let _ = writeln!(text, "data {} {name}", kind.word());
    }
    text.push_str("define");
    for (id, end) in connector.ends.enumerate() {
        let _ = write!(text, " {}{}", name(id), if end.is_trigger { "'" } else { "" });
    }
    text.push('\n');
    for Transfer { ends, guard, actions } in &connector.transfers {
        let ports: Vec<String> = ends.iter().map(|&end| name(end)).collect();
        let _ = write!(text, "on {}", ports.join(" "));
        printer.guard(&mut text, guard.as_ref());
        // What comes before the first change of a component may stand in `up`.
        let up = actions.iter().take_while(|action| sets_data_only(action)).count();
        for (word, part) in [("up", &actions[..up]), ("down", &actions[up..])] {
            if !part.is_empty() {
                let _ = write!(text, " {word}");
                printer.block(&mut text, part);
            }
        }
        text.push('\n');
    }
    text.push_str("end\n");
    let (name, is_new) = names.of_connector(&connector.kind, &text);
    let declaration = if is_new { format!("connector type {name}{text}") } else { String::new() };
    (name, declaration)
}

/// Returns the name of an end in its connector type.
fn name(end: EndId) -> String {
    format!("p{}", end.index() + 1)
}

fn sets_data_only(statement: &Statement<TransferVariable>) -> bool {
    let mut is_datum = true;
    statement.written(&mut |variable| is_datum &= matches!(variable, TransferVariable::Datum(_)));
    is_datum
}
