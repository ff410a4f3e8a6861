//! The value of a constant in the engine's sources, read where it stands: what a proof is about
//! is what the code uses, also where the constant is private to its file.
//!
//! Expressions of constants are evaluated as Rust does, in the type of the constant: literals,
//! the four operations, shifts, conversions, bit patterns, and other constants. What else is met
//! is an error.

use std::fs;
use std::path::Path;

use syn::{BinOp, Expr, Item, Lit, Type, UnOp};

/// Constants that files use from elsewhere, and where they are.
const SHARED: [(&str, &str); 3] = [
    ("ROUNDOFF", "crates/predicates/src/numbers/rounding.rs"),
    ("MAX_SKEW", "crates/predicates/src/pose/near_rotation.rs"),
    ("ROUNDOFF_F32", "crates/query/src/boxes/frame.rs"),
];

/// A number while a constant is evaluated.
#[derive(Clone, Copy, Debug)]
enum Value {
    Whole(i128),
    Single(f32),
    Double(f64),
}

impl Value {
    fn double(self) -> f64 {
        match self {
            Self::Whole(x) => x as f64,
            Self::Single(x) => f64::from(x),
            Self::Double(x) => x,
        }
    }

    fn whole(self) -> Option<i128> {
        if let Self::Whole(x) = self { Some(x) } else { None }
    }
}

/// The value of a constant of a file, whose path is relative to the workspace, as `NAME` or, for
/// an entry of an array, `NAME[2]`. It may stand in a function, or belong to a type.
pub fn constant(file: &str, name: &str) -> f64 {
    value(file, name).double()
}

fn value(file: &str, name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let items = syn::parse_file(&text).unwrap_or_else(|error| panic!("{file}: {error}")).items;
    let (name, entry) = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        Some((name, entry)) => {
            (name, Some(entry.parse::<usize>().expect("the number of an entry")))
        }
        None => (name, None),
    };
    let Some((ty, expr)) = find(&items, name) else { panic!("{file}: no constant {name}") };
    let value = match (entry, &expr, &ty) {
        (Some(entry), Expr::Array(array), Type::Array(of)) => {
            array.elems.iter().nth(entry).and_then(|expr| evaluate(file, &of.elem, expr))
        }
        (Some(_), ..) => None,
        (None, ..) => evaluate(file, &ty, &expr),
    };
    value.unwrap_or_else(|| panic!("{file}: {name} cannot be evaluated"))
}

/// The type and the expression of a constant.
fn find(items: &[Item], name: &str) -> Option<(Type, Expr)> {
    items.iter().find_map(|item| match item {
        Item::Const(found) if found.ident == name => {
            Some(((*found.ty).clone(), (*found.expr).clone()))
        }
        Item::Fn(function) => function.block.stmts.iter().find_map(|statement| match statement {
            syn::Stmt::Item(item) => find(std::slice::from_ref(item), name),
            _ => None,
        }),
        Item::Impl(of_type) => of_type.items.iter().find_map(|item| match item {
            syn::ImplItem::Const(found) if found.ident == name => {
                Some((found.ty.clone(), found.expr.clone()))
            }
            _ => None,
        }),
        _ => None,
    })
}

/// `None` for what is not known here. `ty` is the type that the context asks for.
fn evaluate(file: &str, ty: &Type, expr: &Expr) -> Option<Value> {
    match expr {
        Expr::Paren(inner) => evaluate(file, ty, &inner.expr),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => Some(Value::Whole(number.base10_parse().ok()?)),
            Lit::Float(number) if is(ty, "f32") => {
                Some(Value::Single(number.base10_digits().parse().ok()?))
            }
            Lit::Float(number) => Some(Value::Double(number.base10_digits().parse().ok()?)),
            _ => None,
        },
        Expr::Unary(negated) if matches!(negated.op, UnOp::Neg(_)) => {
            Some(match evaluate(file, ty, &negated.expr)? {
                Value::Whole(x) => Value::Whole(-x),
                Value::Single(x) => Value::Single(-x),
                Value::Double(x) => Value::Double(-x),
            })
        }
        Expr::Binary(both) => {
            let of = |expr: &Expr| evaluate(file, ty, expr);
            operation(&both.op, of(&both.left)?, of(&both.right)?)
        }
        Expr::Cast(cast) => {
            let inner = evaluate(file, &cast.ty, &cast.expr)?;
            match inner {
                x if is(&cast.ty, "f64") => Some(Value::Double(x.double())),
                Value::Whole(x) if is(&cast.ty, "f32") => Some(Value::Single(x as f32)),
                x if is(&cast.ty, "f32") => Some(Value::Single(x.double() as f32)),
                _ => None,
            }
        }
        Expr::Call(call) => {
            let [argument] = call.args.iter().collect::<Vec<_>>()[..] else { return None };
            let argument = evaluate(file, ty, argument)?;
            match path_of(&call.func)?.as_str() {
                "f64::from_bits" => Some(Value::Double(f64::from_bits(argument.whole()? as u64))),
                "f32::from_bits" => Some(Value::Single(f32::from_bits(argument.whole()? as u32))),
                "f64::from" => Some(Value::Double(argument.double())),
                _ => None,
            }
        }
        Expr::Path(_) => match path_of(expr)?.as_str() {
            "f64::EPSILON" => Some(Value::Double(f64::EPSILON)),
            "f64::MIN_POSITIVE" => Some(Value::Double(f64::MIN_POSITIVE)),
            "f32::EPSILON" => Some(Value::Single(f32::EPSILON)),
            "f32::MIN_POSITIVE" => Some(Value::Single(f32::MIN_POSITIVE)),
            name => {
                let elsewhere = SHARED.iter().find(|(shared, _)| *shared == name);
                Some(value(elsewhere.map_or(file, |(_, file)| file), name))
            }
        },
        _ => None,
    }
}

fn operation(op: &BinOp, left: Value, right: Value) -> Option<Value> {
    macro_rules! arithmetic {
        ($x:expr, $y:expr, $kind:path) => {
            match op {
                BinOp::Add(_) => Some($kind($x + $y)),
                BinOp::Sub(_) => Some($kind($x - $y)),
                BinOp::Mul(_) => Some($kind($x * $y)),
                BinOp::Div(_) => Some($kind($x / $y)),
                _ => None,
            }
        };
    }
    match (left, right) {
        (Value::Whole(x), Value::Whole(y)) => match op {
            BinOp::Shl(_) => Some(Value::Whole(x << y)),
            _ => arithmetic!(x, y, Value::Whole),
        },
        (Value::Single(x), Value::Single(y)) => arithmetic!(x, y, Value::Single),
        (Value::Double(x), Value::Double(y)) => arithmetic!(x, y, Value::Double),
        _ => None,
    }
}

fn is(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(name))
}

fn path_of(expr: &Expr) -> Option<String> {
    let Expr::Path(path) = expr else { return None };
    let names: Vec<String> = path.path.segments.iter().map(|part| part.ident.to_string()).collect();
    Some(names.join("::"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_the_values_that_rust_gives_them() {
        let predicates = "crates/predicates/src/numbers/rounding.rs";
        assert_eq!(constant(predicates, "ROUNDOFF"), 2.0_f64.powi(-53));
        assert_eq!(constant(predicates, "TINY"), 2.0_f64.powi(-1000));
        assert_eq!(
            constant("crates/tree/src/wide/node.rs", "MAX_AXES_SKEW"),
            6.0 * 2.0_f64.powi(-24)
        );
        let closest = "crates/query/src/leaf/features.rs";
        assert_eq!(constant(closest, "CUBE_DIAGONAL"), f64::from(1.732_050_9_f32));
        assert_eq!(constant(closest, "BETWEEN_POINTS"), 24.0 * 2.0_f64.powi(-24));
        assert_eq!(constant("crates/query/src/boxes/box_test.rs", "ENLARGED"), 1.0 + 1.0 / 4096.0);
        assert_eq!(constant("crates/ccd/src/motion/sin_cos.rs", "SIN_DIVISORS[1]"), 120.0);
    }

    #[test]
    #[should_panic(expected = "no constant ABSENT")]
    fn a_constant_that_is_gone_is_seen() {
        let _ = constant("crates/predicates/src/numbers/rounding.rs", "ABSENT");
    }
}
