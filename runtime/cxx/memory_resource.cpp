//! Compiled parts of the C++ library: resources of memory, but for those that keep pools.
//!
//! It is compiled with the headers of the program. Oblivious to who takes memory. Invariant: what is asked for of the
//! resource behind another one is what libstdc++ 12 asks for.

#include <new>

#if defined __GLIBCXX__ && __cplusplus >= 201703L && __has_include(<memory_resource>)
#include <cstddef>
#include <memory_resource>

namespace std::pmr {

memory_resource::~memory_resource() = default;

/* Clang declares it where it is told to use it only. */
void plica_delete(void *block, size_t bytes, align_val_t alignment) __asm__("_ZdlPvmSt11align_val_t");

namespace {

struct plica_heap final : memory_resource {
    void *do_allocate(size_t bytes, size_t alignment) override { return ::operator new(bytes, align_val_t(alignment)); }
    void do_deallocate(void *block, size_t bytes, size_t alignment) override {
        plica_delete(block, bytes, align_val_t(alignment));
    }
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

struct plica_nothing final : memory_resource {
    void *do_allocate(size_t, size_t) override { throw bad_alloc(); }
    void do_deallocate(void *, size_t, size_t) override {}
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

/* They are there until the program has ended. */
template <typename Resource> memory_resource *plica_only() {
    alignas(Resource) static char room[sizeof(Resource)];
    static memory_resource *const it = new (room) Resource;
    return it;
}

memory_resource *plica_chosen;

}

memory_resource *new_delete_resource() noexcept { return plica_only<plica_heap>(); }
memory_resource *null_memory_resource() noexcept { return plica_only<plica_nothing>(); }

memory_resource *get_default_resource() noexcept { return plica_chosen ? plica_chosen : new_delete_resource(); }
memory_resource *set_default_resource(memory_resource *chosen) noexcept {
    memory_resource *before = get_default_resource();
    plica_chosen = chosen;
    return before;
}

/* At the end of what was got from upstream. */
class monotonic_buffer_resource::_Chunk {
public:
    _Chunk *next;
    size_t size;
    size_t alignment() const { return size & 63; }
};

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
    size_t wanted = bytes > _M_next_bufsiz ? bytes : _M_next_bufsiz;
    size_t most = alignment > alignof(max_align_t) ? alignment : alignof(max_align_t);
    /* Whole lines of 64 bytes: in the bits below is by how much the alignment is a power of two. */
    size_t size = (wanted + sizeof(_Chunk) + 63) & ~size_t(63);
    if (size < wanted) size = ~size_t(63);
    void *block = _M_upstream->allocate(size, most);
    size_t left = size - sizeof(_Chunk);
    _M_head = new ((char *)block + left) _Chunk{_M_head, size | size_t(__builtin_ctzl(most))};
    _M_current_buf = block;
    _M_avail = left;
    _M_next_bufsiz *= _S_growth_factor;
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
    for (_Chunk *chunk = _M_head; chunk;) {
        _Chunk *next = chunk->next;
        size_t size = chunk->size & ~size_t(63), alignment = size_t(1) << chunk->alignment();
        _M_upstream->deallocate((char *)(chunk + 1) - size, size, alignment);
        chunk = next;
    }
    _M_head = nullptr;
}

}
#endif
