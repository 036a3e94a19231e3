//! Proofs of crates of the registry, a module for each: for any input of a few bytes they do what they claim, without a
//! panic, an overflow or an access to memory that is not theirs.

#![cfg(plica)]

mod array_vec {
    use arrayvec::{ArrayString, ArrayVec};

    /// A vector of a fixed room keeps what is put in, and refuses more.
    #[plica::proof]
    fn keeps_what_fits() {
        let values: [u8; 3] = plica::any();
        let mut list = ArrayVec::<u8, 3>::new();
        for value in values {
            list.push(value);
        }
        assert!(list.is_full() && list.try_push(0).is_err());
        let at = plica::any_where(|at: &usize| *at < 3);
        assert_eq!(list.remove(at), values[at]);
        list.insert(at, values[at]);
        assert_eq!(list.into_inner().unwrap(), values);
    }

    /// A text of a fixed room takes a character if there is room for it.
    #[plica::proof]
    fn text_of_any_character() {
        let mut text = ArrayString::<4>::from("a").unwrap();
        let character: char = plica::any();
        assert_eq!(text.try_push(character).is_ok(), character.len_utf8() <= 3);
        assert_eq!(text.pop() == Some(character), text.len() == 1);
    }
}

mod base64_ {
    use base64::{engine::general_purpose::STANDARD, Engine};

    /// What is encoded is decoded to the same bytes.
    #[plica::proof]
    fn round_trip() {
        let bytes: [u8; 3] = plica::any();
        assert_eq!(STANDARD.decode(STANDARD.encode(bytes)).unwrap(), bytes);
    }

    /// What can be decoded is what an encoder makes.
    #[plica::proof]
    fn any_text() {
        let text: [u8; 4] = plica::any();
        if let Ok(bytes) = STANDARD.decode(text) {
            assert_eq!(STANDARD.encode(bytes).as_bytes(), text);
        }
    }
}

mod hex_ {
    /// What is encoded is decoded to the same bytes.
    #[plica::proof]
    fn round_trip() {
        let bytes: [u8; 3] = plica::any();
        assert_eq!(hex::decode(hex::encode(bytes)).unwrap(), bytes);
    }

    /// What can be decoded has digits only.
    #[plica::proof]
    fn any_text() {
        let text: [u8; 4] = plica::any();
        let mut bytes = [0; 2];
        let decoded = hex::decode_to_slice(text, &mut bytes);
        assert_eq!(decoded.is_ok(), text.iter().all(u8::is_ascii_hexdigit));
    }
}

mod httparse_ {
    /// Any few bytes after the beginning of a request.
    #[plica::proof]
    fn request() {
        let mut text = *b"GET / HTTP/1.1\r\n????";
        text[16..].copy_from_slice(&plica::any::<[u8; 4]>());
        let mut headers = [httparse::EMPTY_HEADER; 2];
        let mut request = httparse::Request::new(&mut headers);
        if let Ok(httparse::Status::Complete(length)) = request.parse(&text) {
            assert!(length <= text.len());
            assert_eq!(request.method, Some("GET"));
        }
    }

    /// The length of a chunk.
    #[plica::proof]
    fn chunk_size() {
        let text: [u8; 4] = plica::any();
        if let Ok(httparse::Status::Complete((at, size))) = httparse::parse_chunk_size(&text) {
            assert!(at <= text.len() && size <= 0xff);
        }
    }
}

mod itoa_ {
    /// The digits of any byte are read back as the same number.
    #[plica::proof]
    fn any_byte() {
        let number: i8 = plica::any();
        assert_eq!(itoa::Buffer::new().format(number).parse(), Ok(number));
    }

    /// Any number of 64 bits has at most 20 digits, and a sign where it should be.
    #[plica::proof]
    fn any_long() {
        let number: i64 = plica::any();
        let mut buffer = itoa::Buffer::new();
        let text = buffer.format(number);
        assert!(text.len() <= 20);
        assert_eq!(text.starts_with('-'), number < 0);
    }
}

mod memchr_ {
    /// The first place of a byte.
    #[plica::proof]
    fn first_and_last() {
        let bytes: [u8; 6] = plica::any();
        let byte: u8 = plica::any();
        assert_eq!(memchr::memchr(byte, &bytes), bytes.iter().position(|b| *b == byte));
        assert_eq!(memchr::memrchr(byte, &bytes), bytes.iter().rposition(|b| *b == byte));
    }

    /// The first place of a text.
    #[plica::proof]
    fn text() {
        let bytes: [u8; 4] = plica::any();
        assert_eq!(memchr::memmem::find(&bytes, b"ab"), bytes.windows(2).position(|w| w == b"ab"));
    }
}

mod percent_encoding_ {
    use percent_encoding::{percent_decode, percent_encode, NON_ALPHANUMERIC};

    /// What is encoded is decoded to the same bytes.
    #[plica::proof]
    fn round_trip() {
        let bytes: [u8; 2] = plica::any();
        let text = percent_encode(&bytes, NON_ALPHANUMERIC).to_string();
        assert!(percent_decode(text.as_bytes()).eq(bytes));
    }

    /// Any text decodes to no more bytes than it has.
    #[plica::proof]
    fn any_text() {
        let text: [u8; 4] = plica::any();
        assert!(percent_decode(&text).count() <= text.len());
    }
}

mod semver_ {
    /// Any short text is a version or an error, and a version is printed as it was read.
    #[plica::proof]
    fn any_text() {
        let bytes: [u8; 5] = plica::any();
        let Ok(text) = std::str::from_utf8(&bytes) else { return };
        if let Ok(version) = semver::Version::parse(text) {
            assert_eq!(version.to_string(), text);
        }
    }

    /// What a caret allows is not less than it says.
    #[plica::proof]
    fn caret() {
        let version = semver::Version::new(plica::any(), plica::any(), plica::any());
        let allowed = semver::VersionReq::parse("^1.2.3").unwrap().matches(&version);
        assert_eq!(allowed, version.major == 1 && version >= semver::Version::new(1, 2, 3));
    }
}

mod shlex_ {
    /// What is quoted is read back as one word.
    #[plica::proof]
    fn round_trip() {
        let bytes: [u8; 2] = plica::any_where(|b: &[u8; 2]| b.iter().all(|b| *b != 0 && *b < 0x80));
        let word = std::str::from_utf8(&bytes).unwrap();
        let quoted = shlex::try_quote(word).unwrap();
        assert_eq!(shlex::split(&quoted).unwrap(), [word]);
    }
}

mod small_vec {
    use smallvec::SmallVec;

    /// A vector that moves from its own room to the heap keeps its elements.
    #[plica::proof]
    fn grows() {
        let values: [u8; 4] = plica::any();
        let mut list: SmallVec<[u8; 2]> = SmallVec::new();
        list.extend(values);
        assert!(list.spilled() && list[..] == values);
        let at = plica::any_where(|at: &usize| *at <= 4);
        list.insert(at, 7);
        assert_eq!(list.remove(at), 7);
        list.truncate(2);
        list.shrink_to_fit();
        assert!(!list.spilled() && list[..] == values[..2]);
    }

    /// Several elements are put in at once.
    #[plica::proof]
    fn insert_many() {
        let values: [u16; 3] = plica::any();
        let mut list: SmallVec<[u16; 4]> = SmallVec::from_slice(&values);
        let at = plica::any_where(|at: &usize| *at <= 3);
        list.insert_many(at, [1, 2]);
        assert_eq!(list.len(), 5);
        assert_eq!(list.drain(at..at + 2).sum::<u16>(), 3);
        assert_eq!(list[..], values);
    }
}
