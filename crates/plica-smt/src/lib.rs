//! The solver pipeline and its back ends. Being built.
#[cfg(test)]
mod tests {
    #[test]
    fn links() {
        #[cfg(feature = "bitwuzla")]
        unsafe {
            let v = std::ffi::CStr::from_ptr(bitwuzla_sys::bitwuzla_version());
            println!("{v:?}");
            let tm = bitwuzla_sys::bitwuzla_term_manager_new();
            let o = bitwuzla_sys::bitwuzla_options_new();
            let b = bitwuzla_sys::bitwuzla_new(tm, o);
            assert_eq!(bitwuzla_sys::bitwuzla_check_sat(b), bitwuzla_sys::BITWUZLA_SAT);
        }
        #[cfg(feature = "z3")]
        unsafe {
            println!("{:?}", std::ffi::CStr::from_ptr(z3_sys::Z3_get_full_version()));
        }
    }
}
