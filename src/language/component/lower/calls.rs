//! Functions from outside: their declarations and calls.

use super::expression::{Typed, a};
use super::program::Program;
use super::scope::Scope;
use super::template::DeclaredFunction;
use crate::component::ast::{self, Path};
use crate::component::codes;
use crate::component::constants::simplified;
use crate::reading::with_nearest;
use kernel::diagnostics::Diagnostic;
use kernel::source::Span;
use model::component::{Builtin, Expression, Function, FunctionId, Statement, Type};

/// The name of the function that takes time.
const WORK: &str = "work";

impl<'a> Program<'a> {
    /// Declares the functions of a package.
    pub(super) fn functions(&mut self, package: usize) {
        let functions: &'a [ast::Function] = &self.packages[package].tree.functions;
        for function in functions {
            let operands: Vec<Option<Type>> =
                function.operands.iter().map(|kind| self.type_named(package, kind)).collect();
            let result = function.result.as_ref().map(|kind| self.type_named(package, kind));
            let Some(operands) = operands.into_iter().collect::<Option<Vec<_>>>() else { continue };
            if result == Some(None) {
                continue;
            }
            let (name, result) = (function.name.text.clone(), result.flatten());
            let known = &self.packages[package].functions;
            if known.iter().any(|known| known.name == name && known.operands == operands) {
                let message = format!("the function `{name}` of these operands is declared twice");
                self.error(package, codes::DUPLICATE, function.name.span, message);
                continue;
            }
            let registry = self.registry;
            let body = result.and_then(|result| registry.body(&name, &operands, result).cloned());
            if body.is_none() && builtin(&name, &operands, result) {
                // It is what the language has of itself.
                continue;
            }
            if result.is_some() && body.is_none() {
                let message =
                    format!("the function `{name}` has a result, and nothing computes it");
                let refused =
                    codes::EXTERN_FUNCTION.at(function.name.span, message).label("refused");
                let help = "functions with a result are those that an embedding program registers, `abs`, `min` and `max`";
                self.reports.push(package, refused.help(help));
            }
            self.packages[package].functions.push(DeclaredFunction {
                name,
                operands,
                result,
                body,
            });
        }
    }

    /// Returns the call of a function with a result, whose arguments are lowered already, or reports errors.
    pub(super) fn call<V: Copy>(
        &mut self,
        package: usize,
        function: &Path,
        arguments: &[ast::Expression],
        typed: Vec<Option<Typed<V>>>,
        span: Span,
    ) -> Option<Typed<V>> {
        let (declared, operands) = self.chosen(package, function, arguments, typed)?;
        match declared {
            Chosen::Builtin(builtin, kind) => {
                let site = self.site(package, span);
                Some((Expression::Call(builtin, operands, site), kind))
            }
            Chosen::Declared(declared) => {
                let Some(result) = declared.result else {
                    let message = format!("the function `{}` has no result", declared.name);
                    self.error(package, codes::WRONG_TYPE, span, message);
                    return None;
                };
                Some((Expression::Registered(self.called(declared), operands), result))
            }
        }
    }

    /// Returns the call of a function as a statement, or reports errors.
    pub(super) fn call_statement<V: Copy>(
        &mut self,
        package: usize,
        function: &Path,
        arguments: &[ast::Expression],
        scope: &dyn Scope<V>,
        calls: Calls,
    ) -> Option<Statement<V>> {
        let typed = arguments.iter().map(|argument| self.typed(package, argument, scope)).collect();
        let (chosen, operands) = self.chosen(package, function, arguments, typed)?;
        let executed = match chosen {
            Chosen::Declared(declared) if declared.result.is_none() => Some(declared),
            _ => None,
        };
        let is_work = executed.as_ref().is_some_and(DeclaredFunction::is_work);
        let useless = match calls {
            _ if executed.is_none() => {
                Some(("its result is not used", "assign the result: `x = ...`"))
            }
            Calls::Atom if is_work => None,
            Calls::Connector if is_work => {
                Some(("transfers take no time", "let an atom call it in `do`"))
            }
            _ => Some((
                "functions without a result are not executed",
                "only `work(n)` does something: it takes n nanoseconds",
            )),
        };
        // What holds of all calls is said once.
        let name = function.text();
        if let Some((reason, help)) = useless
            && self.noted.insert((name.clone(), reason))
        {
            let message = format!("`{name}` does nothing: {reason}");
            let nothing = codes::NO_OPERATION.at(function.span, message).label("without effect");
            self.reports.push(package, nothing.help(help));
        }
        // A function with a result has no effect, and is left out.
        Some(Statement::Call(self.called(executed?), operands))
    }

    fn called(&mut self, declared: DeclaredFunction) -> FunctionId {
        let DeclaredFunction { name, operands, result, body } = declared;
        let known = self
            .called
            .enumerate()
            .find(|(_, known)| known.name == name && known.operands == operands);
        match known {
            Some((id, _)) => id,
            None => self.called.push(Function { name, operands, result, body }),
        }
    }

    /// Returns the function that a call means, and the arguments as of its operands' types, or reports errors.
    fn chosen<V: Copy>(
        &mut self,
        package: usize,
        function: &Path,
        arguments: &[ast::Expression],
        typed: Vec<Option<Typed<V>>>,
    ) -> Option<(Chosen, Vec<Expression<V>>)> {
        let candidates = self.candidates(package, function);
        let typed = typed.into_iter().collect::<Option<Vec<_>>>()?;
        let kinds: Vec<Type> = typed.iter().map(|(_, kind)| *kind).collect();
        let name = function.text();
        let (chosen, operands) = if candidates.is_empty() {
            let Some(builtin) = Builtin::with_word(&name) else {
                let unknown = self.unknown_function(package, function);
                self.reports.absent(package, unknown);
                return None;
            };
            let kind = if kinds.contains(&Type::Float) { Type::Float } else { Type::Int };
            (Chosen::Builtin(builtin, kind), vec![kind; builtin.arity()])
        } else {
            match best(&candidates, &kinds) {
                Ok(chosen) => {
                    let operands = chosen.operands.clone();
                    (Chosen::Declared(chosen), operands)
                }
                Err(mismatch) => {
                    let message = match mismatch {
                        Mismatch::Ambiguous => format!("the call of `{name}` is ambiguous"),
                        Mismatch::None => format!("`{name}` does not take ({})", words(&kinds)),
                    };
                    let declared: Vec<_> = candidates.iter().map(DeclaredFunction::text).collect();
                    let wrong = codes::ARGUMENT_COUNT.at(function.span, message);
                    let help = format!("declared: `{}`", declared.join("`, `"));
                    self.reports.push(package, wrong.help(help));
                    return None;
                }
            }
        };
        if operands.len() != typed.len() {
            let message =
                format!("`{name}` takes {}, found {}", count(operands.len()), typed.len());
            self.error(package, codes::ARGUMENT_COUNT, function.span, message);
            return None;
        }
        let mut converted = Vec::with_capacity(typed.len());
        for (((argument, kind), expected), place) in typed.into_iter().zip(operands).zip(arguments)
        {
            match self.converted(package, argument, kind, expected, place.span) {
                Some(argument) => converted.push(simplified(argument)),
                None => {
                    let message = format!("`{name}` takes numbers, found {}", a(kind));
                    self.error(package, codes::WRONG_TYPE, place.span, message);
                    return None;
                }
            }
        }
        Some((chosen, converted))
    }

    /// Returns the declared functions that a name may mean.
    fn candidates(&self, package: usize, function: &Path) -> Vec<DeclaredFunction> {
        let (qualifier, last) = function.split_last();
        let mut candidates: Vec<DeclaredFunction> = Vec::new();
        for &reachable in &self.reachable(package) {
            let package = &self.packages[reachable];
            if qualifier.is_empty() || package.name == qualifier {
                for function in
                    package.functions.iter().filter(|function| function.name == last.text)
                {
                    if !candidates.iter().any(|known| known.operands == function.operands) {
                        candidates.push(function.clone());
                    }
                }
            }
        }
        candidates
    }

    fn unknown_function(&self, package: usize, function: &Path) -> Diagnostic {
        let name = function.text();
        let unknown = codes::UNKNOWN_NAME
            .at(function.span, format!("there is no function `{name}`"))
            .label("unknown");
        if name == WORK {
            return unknown.help("declare it: `extern function work(int)`");
        }
        let declared = self.reachable(package);
        let declared = declared.iter().flat_map(|&package| &self.packages[package].functions);
        let known = declared.map(|function| function.name.as_str());
        with_nearest(
            unknown,
            &name,
            known.chain(Builtin::ALL.iter().map(|builtin| -> &str { builtin.word() })),
        )
    }
}

/// Where a function is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Calls {
    /// In an action of an atom.
    Atom,
    /// In a transfer of a connector.
    Connector,
}

/// A function that a call means.
enum Chosen {
    Builtin(Builtin, Type),
    Declared(DeclaredFunction),
}

enum Mismatch {
    None,
    Ambiguous,
}

/// Returns the one of several functions of a name that takes arguments of these types with the fewest conversions.
fn best(candidates: &[DeclaredFunction], kinds: &[Type]) -> Result<DeclaredFunction, Mismatch> {
    if let [only] = candidates
        && only.operands.len() != kinds.len()
    {
        return Ok(only.clone());
    }
    let conversions = |function: &DeclaredFunction| {
        if function.operands.len() != kinds.len() {
            return None;
        }
        let pairs = function.operands.iter().zip(kinds);
        pairs
            .map(|pair| match pair {
                (operand, kind) if operand == kind => Some(0),
                (Type::Float, Type::Int) => Some(1),
                _ => None,
            })
            .sum::<Option<usize>>()
    };
    let mut fitting: Vec<(usize, &DeclaredFunction)> =
        candidates.iter().filter_map(|one| Some((conversions(one)?, one))).collect();
    fitting.sort_by_key(|(conversions, _)| *conversions);
    match *fitting {
        [] => Err(Mismatch::None),
        [(one, _), (two, _), ..] if one == two => Err(Mismatch::Ambiguous),
        [(_, first), ..] => Ok(first.clone()),
    }
}

impl DeclaredFunction {
    fn is_work(&self) -> bool {
        self.name == WORK && self.operands == [Type::Int] && self.result.is_none()
    }

    fn text(&self) -> String {
        let result = self.result.map_or(String::new(), |kind| format!("{} ", kind.word()));
        format!("{result}{}({})", self.name, words(&self.operands))
    }
}

/// Returns types with commas between.
fn words(kinds: &[Type]) -> String {
    kinds.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(", ")
}

/// Returns `true` if the language has a function of that name, operands and result.
fn builtin(name: &str, operands: &[Type], result: Option<Type>) -> bool {
    let kind = operands.first().copied();
    let known = Builtin::with_word(name);
    known.is_some_and(|builtin| builtin.arity() == operands.len())
        && operands.iter().all(|&operand| Some(operand) == kind)
        && matches!(kind, Some(Type::Int | Type::Float))
        && result == kind
}

pub(super) fn count(arguments: usize) -> String {
    match arguments {
        0 => "no arguments".to_owned(),
        1 => "one argument".to_owned(),
        several => format!("{several} arguments"),
    }
}
