//! Expressions and statements as text.

use std::fmt::Write as _;

use ::model::component::{Composite, Expression, StateVariable, Statement, Unary};

/// How strongly signs before a value bind.
pub(super) const PREFIX: u8 = 11;

/// What an expression is printed with.
pub(in crate::component) struct Printer<'a, V> {
    pub(in crate::component) composite: &'a Composite,
    /// Returns the name of a variable.
    pub(in crate::component) name: &'a dyn Fn(V) -> String,
    /// How strongly `!` binds.
    pub(in crate::component) not: u8,
}

impl<V: Copy> Printer<'_, V> {
    /// Writes ` provided (condition)`, if there is one.
    pub(super) fn guard(&self, text: &mut String, guard: Option<&Expression<V>>) {
        if let Some(guard) = guard {
            text.push_str(" provided (");
            self.expression(text, guard, 0);
            text.push(')');
        }
    }

    /// Writes statements in braces.
    pub(super) fn block(&self, text: &mut String, statements: &[Statement<V>]) {
        text.push_str(" {\n");
        self.statements(text, statements);
        text.push('}');
    }

    /// Writes statements, with line breaks behind them.
    pub(super) fn statements(&self, text: &mut String, statements: &[Statement<V>]) {
        for statement in statements {
            match statement {
                Statement::Assign(variable, value) => {
                    let _ = write!(text, "{} = ", (self.name)(*variable));
                    self.expression(text, value, 0);
                    text.push_str(";\n");
                }
                Statement::If(condition, yes, no) => {
                    text.push_str("if (");
                    self.expression(text, condition, 0);
                    text.push_str(") then\n");
                    self.statements(text, yes);
                    if !no.is_empty() {
                        text.push_str("else\n");
                        self.statements(text, no);
                    }
                    text.push_str("fi\n");
                }
                Statement::Call(function, arguments) => {
                    self.call(text, &self.composite.functions()[*function].name, arguments);
                    text.push_str(";\n");
                }
            }
        }
    }

    /// Writes the call of a function.
    pub(in crate::component) fn call(
        &self,
        text: &mut String,
        function: &str,
        arguments: &[Expression<V>],
    ) {
        text.push_str(function);
        text.push('(');
        for (index, argument) in arguments.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            self.expression(text, argument, 0);
        }
        text.push(')');
    }

    /// Writes an expression, in parentheses if it binds more weakly than `strength`: 0 for `? :`, then as
    /// [`Binary::precedence`](::model::component::Binary::precedence) says.
    ///
    /// Conversions are not written: what stands beside a `float` is converted again when the text is read.
    pub(in crate::component) fn expression(
        &self,
        text: &mut String,
        expression: &Expression<V>,
        strength: u8,
    ) {
        let own = match expression {
            Expression::Unary(Unary::ToFloat, operand, _) => {
                return self.expression(text, operand, strength);
            }
            Expression::Conditional(_) => 0,
            Expression::Binary(operator, ..) => operator.precedence(),
            Expression::Unary(Unary::Not, ..) => self.not,
            Expression::Unary(..) => PREFIX,
            _ => u8::MAX,
        };
        if own < strength {
            text.push('(');
        }
        match expression {
            Expression::Constant(value) => {
                let _ = write!(text, "{value}");
            }
            Expression::Variable(variable) => text.push_str(&(self.name)(*variable)),
            Expression::Unary(operator, operand, _) => {
                text.push_str(operator.sign());
                self.expression(text, operand, PREFIX);
            }
            Expression::Binary(operator, operands, _) => {
                self.expression(text, &operands[0], own);
                let _ = write!(text, " {} ", operator.sign());
                self.expression(text, &operands[1], own + 1);
            }
            Expression::Conditional(parts) => {
                self.expression(text, &parts[0], 1);
                text.push_str(" ? ");
                self.expression(text, &parts[1], 0);
                text.push_str(" : ");
                self.expression(text, &parts[2], 0);
            }
            Expression::Call(builtin, operands, _) => self.call(text, builtin.word(), operands),
            Expression::Registered(function, operands) => {
                self.call(text, &self.composite.functions()[*function].name, operands);
            }
        }
        if own < strength {
            text.push(')');
        }
    }
}

/// Returns the name of a variable of global states: `c.x`, `c@l`, and in properties `fired(a)` and `fired(a{*})`.
pub(in crate::component) fn state_variable(
    composite: &Composite,
    variable: StateVariable,
) -> String {
    match variable {
        StateVariable::Value(id, variable) => {
            let component = &composite.components()[id];
            format!("{}.{}", component.name, component.atom.variables[variable].name)
        }
        StateVariable::At(id, place) => {
            let component = &composite.components()[id];
            format!("{}@{}", component.name, component.atom.places[place])
        }
        StateVariable::Fired(interaction) => {
            format!("fired({})", composite.interactions()[interaction].name)
        }
        StateVariable::FiredAny(connector) => {
            format!("fired({}{{*}})", composite.connectors()[connector].name)
        }
    }
}
