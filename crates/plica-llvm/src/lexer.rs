//! Tokens of textual LLVM IR, as slices of the text: nothing is copied.
//!
//! Oblivious to grammar. Invariant: every call of [`Lexer::next`] before the end consumes at least one byte, so any
//! text yields finitely many tokens.

/// A token.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Token<'a> {
    /// The end of the text.
    Eof,
    /// A keyword, type or other bare word.
    Word(&'a str),
    /// `word:` or `12:`: a block label, or a key in metadata.
    Label(&'a str),
    /// `"..." :`, raw.
    QuotedLabel(&'a str),
    /// `%name`.
    Local(Name<'a>),
    /// `@name`.
    Global(Name<'a>),
    /// `!name`.
    Md(&'a str),
    /// `!12`.
    MdNum(u32),
    /// `#12`.
    Attr(u32),
    /// `#dbg_value`.
    HashWord(&'a str),
    /// `$name`.
    Comdat,
    /// `"..."`, raw between the quotes.
    Str(&'a str),
    /// `c"..."`, raw between the quotes.
    CStr(&'a str),
    /// A decimal integer, with its sign.
    Int(&'a str),
    /// A number with a decimal point.
    Float(&'a str),
    /// `0x...`, all of it.
    Hex(&'a str),
    /// `...`.
    Ellipsis,
    /// Any other byte.
    Punct(u8),
    /// A string without its closing quote.
    Unterminated,
}

/// A name after `%` or `@`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Name<'a> {
    /// As it is.
    Plain(&'a str),
    /// Between quotes, raw.
    Quoted(&'a str),
    /// A number LLVM gave.
    Num(u32),
}

/// Bytes of a bare word: letters, digits, `$ . _ -`.
const WORD: u8 = 1;
const DIGIT: u8 = 2;
const SPACE: u8 = 4;

static CLASS: [u8; 256] = {
    let mut class = [0u8; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        if b.is_ascii_alphanumeric() || b == b'$' || b == b'.' || b == b'_' || b == b'-' {
            class[i] |= WORD;
        }
        if b.is_ascii_digit() {
            class[i] |= DIGIT;
        }
        if b == b' ' || b == b'\t' || b == b'\r' || b == b'\n' || b == 0 {
            class[i] |= SPACE;
        }
        i += 1;
    }
    class
};

/// A position in the text. Copying it is how the parser looks ahead or goes back.
#[derive(Clone, Copy)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    /// Byte offset of what comes next.
    pub pos: usize,
    /// Line of `pos`, from 1.
    pub line: u32,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, pos: 0, line: 1 }
    }

    fn byte(&self, at: usize) -> u8 {
        // The byte 0 is white space in IR, so it stands for the end as well.
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn is(&self, at: usize, class: u8) -> bool {
        CLASS[self.byte(at) as usize] & class != 0
    }

    fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or("")
    }

    /// Skips white space and comments.
    pub fn skip_space(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&b) = bytes.get(self.pos) {
            if b == b'\n' {
                self.line += 1;
                self.pos += 1;
            } else if CLASS[b as usize] & SPACE != 0 {
                self.pos += 1;
            } else if b == b';' {
                self.pos = self.end_of_line(self.pos);
            } else {
                break;
            }
        }
    }

    fn end_of_line(&self, from: usize) -> usize {
        let bytes = self.text.as_bytes();
        bytes[from..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |i| from + i)
    }

    /// Skips to the end of the line.
    pub fn skip_line(&mut self) {
        self.pos = self.end_of_line(self.pos);
    }

    /// The next byte that is neither white space nor comment, not consumed.
    pub fn peek_byte(&self) -> u8 {
        let mut ahead = *self;
        ahead.skip_space();
        ahead.byte(ahead.pos)
    }

    /// The token at `pos`; white space must have been skipped.
    pub fn next(&mut self) -> Token<'a> {
        let start = self.pos;
        let Some(&b) = self.text.as_bytes().get(start) else { return Token::Eof };
        match b {
            b'%' => self.name(start).map_or_else(|| self.punct(b'%'), Token::Local),
            b'@' => self.name(start).map_or_else(|| self.punct(b'@'), Token::Global),
            b'!' => self.bang(start),
            b'#' => self.hash(start),
            b'"' => self.quoted(start),
            b'$' if self.byte(start + 1) == b'"' || self.is(start + 1, WORD) => self.comdat(start),
            b'0'..=b'9' => self.number(start),
            b'-' | b'+' if self.is(start + 1, DIGIT) => self.number(start),
            b'.' if self.byte(start + 1) == b'.' && self.byte(start + 2) == b'.' => {
                self.pos += 3;
                Token::Ellipsis
            }
            _ if CLASS[b as usize] & WORD != 0 => self.word(start),
            _ => self.punct(b),
        }
    }

    fn punct(&mut self, b: u8) -> Token<'a> {
        self.pos += 1;
        Token::Punct(b)
    }

    fn scan(&self, mut at: usize, class: u8) -> usize {
        while self.is(at, class) {
            at += 1;
        }
        at
    }

    fn word(&mut self, start: usize) -> Token<'a> {
        let end = self.scan(start, WORD);
        self.pos = end;
        let word = self.slice(start, end);
        match self.byte(end) {
            b':' => {
                self.pos += 1;
                Token::Label(word)
            }
            b'"' if word == "c" => match self.string(end) {
                Some(raw) => Token::CStr(raw),
                None => Token::Unterminated,
            },
            _ => Token::Word(word),
        }
    }

    /// The raw text of the string whose opening quote is at `quote`; `pos` goes behind it.
    fn string(&mut self, quote: usize) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        // A quote inside a string is written \22, so the next quote is the end.
        match bytes[quote + 1..].iter().position(|&b| b == b'"') {
            Some(len) => {
                let raw = self.slice(quote + 1, quote + 1 + len);
                self.line += raw.bytes().filter(|&b| b == b'\n').count() as u32;
                self.pos = quote + len + 2;
                Some(raw)
            }
            None => {
                self.pos = bytes.len();
                None
            }
        }
    }

    fn quoted(&mut self, start: usize) -> Token<'a> {
        match self.string(start) {
            Some(raw) if self.byte(self.pos) == b':' => {
                self.pos += 1;
                Token::QuotedLabel(raw)
            }
            Some(raw) => Token::Str(raw),
            None => Token::Unterminated,
        }
    }

    fn name(&mut self, start: usize) -> Option<Name<'a>> {
        let first = start + 1;
        if self.byte(first) == b'"' {
            return self.string(first).map(Name::Quoted);
        }
        if self.is(first, DIGIT) {
            let end = self.scan(first, DIGIT);
            self.pos = end;
            // Too large a number is a number no value can have.
            return Some(Name::Num(self.slice(first, end).parse().unwrap_or(u32::MAX)));
        }
        let end = self.scan(first, WORD);
        if end == first {
            return None;
        }
        self.pos = end;
        Some(Name::Plain(self.slice(first, end)))
    }

    fn bang(&mut self, start: usize) -> Token<'a> {
        let first = start + 1;
        if self.is(first, DIGIT) {
            let end = self.scan(first, DIGIT);
            self.pos = end;
            return Token::MdNum(self.slice(first, end).parse().unwrap_or(u32::MAX));
        }
        let mut end = first;
        while self.is(end, WORD) || self.byte(end) == b'\\' {
            end += 1;
        }
        if end == first {
            return self.punct(b'!');
        }
        self.pos = end;
        Token::Md(self.slice(first, end))
    }

    fn hash(&mut self, start: usize) -> Token<'a> {
        let end = self.scan(start + 1, WORD);
        if end == start + 1 {
            return self.punct(b'#');
        }
        self.pos = end;
        let word = self.slice(start + 1, end);
        match word.parse() {
            Ok(n) => Token::Attr(n),
            Err(_) => Token::HashWord(word),
        }
    }

    fn comdat(&mut self, start: usize) -> Token<'a> {
        if self.byte(start + 1) == b'"' {
            return match self.string(start + 1) {
                Some(_) => Token::Comdat,
                None => Token::Unterminated,
            };
        }
        let end = self.scan(start + 1, WORD);
        self.pos = end;
        // A label may begin with a dollar sign, too.
        if self.byte(end) == b':' {
            self.pos += 1;
            return Token::Label(self.slice(start, end));
        }
        Token::Comdat
    }

    fn number(&mut self, start: usize) -> Token<'a> {
        if self.byte(start) == b'0' && self.byte(start + 1) == b'x' {
            self.pos = self.scan(start, WORD);
            return Token::Hex(self.slice(start, self.pos));
        }
        let mut end = self.scan(start + 1, DIGIT);
        if self.byte(end) == b'.' && (self.is(end + 1, DIGIT) || !self.is(end + 1, WORD)) {
            end = self.scan(end + 1, DIGIT);
            if matches!(self.byte(end), b'e' | b'E') {
                let sign = usize::from(matches!(self.byte(end + 1), b'+' | b'-'));
                if self.is(end + 1 + sign, DIGIT) {
                    end = self.scan(end + 1 + sign, DIGIT);
                }
            }
            self.pos = end;
            return Token::Float(self.slice(start, end));
        }
        // `12:` and `1abc:` are labels.
        let word_end = self.scan(end, WORD);
        if self.byte(word_end) == b':' {
            self.pos = word_end + 1;
            return Token::Label(self.slice(start, word_end));
        }
        self.pos = word_end;
        let text = self.slice(start, word_end);
        if word_end == end { Token::Int(text) } else { Token::Word(text) }
    }
}

/// Whether a raw string has escapes; if not it stands for itself.
pub(crate) fn has_escape(raw: &str) -> bool {
    raw.as_bytes().contains(&b'\\')
}

/// The bytes of a raw string: `\xx` is a byte in hexadecimal, `\\` a backslash.
pub(crate) fn unescape(raw: &str) -> Vec<u8> {
    let bytes = raw.as_bytes();
    let hex = |b: u8| (b as char).to_digit(16).map(|d| d as u8);
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == b'\\' {
            if bytes.get(i + 1) == Some(&b'\\') {
                out.push(b'\\');
                i += 2;
                continue;
            }
            let high = bytes.get(i + 1).copied().and_then(hex);
            let low = bytes.get(i + 2).copied().and_then(hex);
            if let (Some(high), Some(low)) = (high, low) {
                out.push(high << 4 | low);
                i += 3;
                continue;
            }
        }
        out.push(bytes[i]);
        i += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text);
        let mut out = Vec::new();
        loop {
            lexer.skip_space();
            match lexer.next() {
                Token::Eof => return out,
                token => out.push(token),
            }
        }
    }

    #[test]
    fn names_and_words() {
        use Token::*;
        assert_eq!(
            tokens(r#"%x.addr = load i32, ptr %12 @"\01n" @g-1 %"a b""#),
            [
                Local(Name::Plain("x.addr")),
                Punct(b'='),
                Word("load"),
                Word("i32"),
                Punct(b','),
                Word("ptr"),
                Local(Name::Num(12)),
                Global(Name::Quoted("\\01n")),
                Global(Name::Plain("g-1")),
                Local(Name::Quoted("a b")),
            ]
        );
    }

    #[test]
    fn labels_and_keys() {
        use Token::*;
        assert_eq!(
            tokens("for.body: 12: 1a: -x: $d: \"q r\": line: 5"),
            [
                Label("for.body"),
                Label("12"),
                Label("1a"),
                Label("-x"),
                Label("$d"),
                QuotedLabel("q r"),
                Label("line"),
                Int("5")
            ]
        );
    }

    #[test]
    fn numbers() {
        use Token::*;
        assert_eq!(
            tokens("-3 0 1.0e+00 -2.5 0x7FF0 0xK3FFF8 3. 1.e5 ..."),
            [
                Int("-3"),
                Int("0"),
                Float("1.0e+00"),
                Float("-2.5"),
                Hex("0x7FF0"),
                Hex("0xK3FFF8"),
                Float("3."),
                Word("1.e5"),
                Ellipsis
            ]
        );
    }

    #[test]
    fn metadata_and_attributes() {
        use Token::*;
        assert_eq!(
            tokens("!dbg !3 !{ !\"s\" #4 #dbg_value $c $\"d e\" | ^"),
            [
                Md("dbg"),
                MdNum(3),
                Punct(b'!'),
                Punct(b'{'),
                Punct(b'!'),
                Str("s"),
                Attr(4),
                HashWord("dbg_value"),
                Comdat,
                Comdat,
                Punct(b'|'),
                Punct(b'^')
            ]
        );
    }

    #[test]
    fn strings_comments_and_lines() {
        let mut lexer = Lexer::new("a ; x \"\n c\"q\\22\n\" \n\"open");
        lexer.skip_space();
        assert_eq!(lexer.next(), Token::Word("a"));
        lexer.skip_space();
        assert_eq!((lexer.next(), lexer.line), (Token::CStr("q\\22\n"), 3));
        lexer.skip_space();
        assert_eq!((lexer.line, lexer.next()), (4, Token::Unterminated));
        assert_eq!(lexer.next(), Token::Eof);
    }

    #[test]
    fn escapes() {
        assert_eq!(unescape(r"a\00\FFb\\c\zz\2"), b"a\x00\xFFb\\c\\zz\\2");
        assert!(!has_escape("abc"));
    }

    #[test]
    fn bytes_that_are_no_ascii_are_punctuation() {
        assert_eq!(tokens("é"), [Token::Punct(0xC3), Token::Punct(0xA9)]);
    }
}
