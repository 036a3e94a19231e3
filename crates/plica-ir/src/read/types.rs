//! Types of the source, as they are printed.
//!
//! Oblivious to whether what a type refers to exists. Invariant: types are read in the order of their numbers.

use super::{Read, Reader, Token};
use crate::data::{DataKind, DataType, Member, ParamType};
use crate::types::DataTypeId;

impl Reader<'_> {
    /// The line of a type.
    pub(super) fn data_type(&mut self) -> Read<()> {
        self.advance();
        let next = self.program.types.all.len();
        if type_number(self.word()) != Some(next as u32) {
            return self.error(format!("the type t{next}"));
        }
        self.advance();
        self.mark("=")?;
        let unsigned = self.takes_word("unsigned");
        let word = self.word();
        let known = match word {
            "int" | "char" => true,
            "bool" | "float" | "pointer" | "function" | "struct" | "union" | "array" | "opaque" => !unsigned,
            _ => false,
        };
        if !known {
            return self.error(if unsigned { "`int` or `char`" } else { "a kind of types" });
        }
        self.advance();
        let name = self.string()?;
        let size = self.unsigned("the size in bytes")?;
        let kind = match word {
            "int" => DataKind::Int { signed: !unsigned },
            "char" => DataKind::Char { signed: !unsigned },
            "bool" => DataKind::Bool,
            "float" => DataKind::Float,
            "pointer" => DataKind::Pointer(if self.takes_word("to") { Some(self.type_id()?) } else { None }),
            "function" => {
                let params = self.scalars()?;
                self.mark("->")?;
                DataKind::Function { params, results: self.scalars()? }
            }
            "struct" => DataKind::Struct(self.members()?),
            "union" => DataKind::Union(self.members()?),
            "array" => {
                self.expect_word("of")?;
                let count = self.unsigned("the number of elements")?;
                DataKind::Array { element: self.type_id()?, count }
            }
            _ => DataKind::Opaque,
        };
        self.program.types.all.push(DataType { name, size, kind });
        self.end_of_line()
    }

    fn scalars(&mut self) -> Read<Vec<crate::types::Ty>> {
        self.mark("(")?;
        let all = self.list(|r| r.is_mark(")"), Self::ty)?;
        self.mark(")")?;
        Ok(all)
    }

    fn members(&mut self) -> Read<Vec<Member>> {
        self.mark("{")?;
        let all = self.list(|r| r.is_mark("}"), Self::member)?;
        self.mark("}")?;
        Ok(all)
    }

    fn member(&mut self) -> Read<Member> {
        let name = self.plain_name("the name of a member")?;
        self.mark(":")?;
        let ty = self.type_id()?;
        self.expect_word("at")?;
        let offset = self.unsigned("the offset in bytes")?;
        let bits = if self.takes_word("bits") {
            Some((self.unsigned("the first bit")?, self.behind_plus("the number of bits")?))
        } else {
            None
        };
        Ok(Member { name, offset, bits, ty })
    }

    /// A number with a plus before it.
    fn behind_plus<T: TryFrom<u128>>(&mut self, what: &str) -> Read<T> {
        match self.token {
            Token::Number(number) if number.starts_with('+') => self.unsigned(what),
            _ => self.error(format!("`+` and {what}")),
        }
    }

    /// What a parameter is in the source.
    pub(super) fn param_type(&mut self) -> Read<ParamType> {
        if self.takes("?") {
            return Ok(ParamType::Unknown);
        }
        let word = self.word();
        if !matches!(word, "part" | "copy" | "result") {
            return Ok(ParamType::Value(self.type_id()?));
        }
        self.advance();
        let of = self.type_id()?;
        Ok(match word {
            "part" => ParamType::Part(of, self.behind_plus("an offset in bytes")?),
            "copy" => ParamType::Copy(of),
            _ => ParamType::Result(of),
        })
    }

    /// A type by its number.
    pub(super) fn type_id(&mut self) -> Read<DataTypeId> {
        let Some(id) = type_number(self.word()) else { return self.error("a type of the source such as `t0`") };
        self.advance();
        Ok(DataTypeId(id))
    }
}

fn type_number(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('t')?;
    // As it is printed, so that no type has two names.
    digits.parse().ok().filter(|number: &u32| number.to_string() == digits)
}
