//! Compiled parts of the C++ library: what its red-black trees, lists and hash tables share.
//!
//! It is compiled with the headers of the program. Oblivious to what nodes hold. Invariants: a tree is a red-black tree
//! again after each operation; hash tables have as many buckets as those of the library of the system, up to 2^31.

#include <list>
#include <map>
#include <unordered_map>

#ifdef __GLIBCXX__
namespace std {
typedef _Rb_tree_node_base Node;

static Node *next(Node *x) noexcept {
    if (x->_M_right) {
        x = x->_M_right;
        while (x->_M_left) x = x->_M_left;
        return x;
    }
    Node *y = x->_M_parent;
    while (x == y->_M_right) {
        x = y;
        y = y->_M_parent;
    }
    return x->_M_right != y ? y : x;
}
static Node *previous(Node *x) noexcept {
    if (x->_M_color == _S_red && x->_M_parent->_M_parent == x) return x->_M_right;
    if (x->_M_left) {
        Node *y = x->_M_left;
        while (y->_M_right) y = y->_M_right;
        return y;
    }
    Node *y = x->_M_parent;
    while (x == y->_M_left) {
        x = y;
        y = y->_M_parent;
    }
    return y;
}
Node *_Rb_tree_increment(Node *x) noexcept { return next(x); }
const Node *_Rb_tree_increment(const Node *x) noexcept { return next(const_cast<Node *>(x)); }
Node *_Rb_tree_decrement(Node *x) noexcept { return previous(x); }
const Node *_Rb_tree_decrement(const Node *x) noexcept { return previous(const_cast<Node *>(x)); }

/* Puts `y` where `x` was, below the parent of `x`. */
static void replace(Node *x, Node *y, Node *&root) noexcept {
    if (x == root) root = y;
    else if (x == x->_M_parent->_M_left) x->_M_parent->_M_left = y;
    else x->_M_parent->_M_right = y;
}
static void rotate_left(Node *x, Node *&root) noexcept {
    Node *y = x->_M_right;
    x->_M_right = y->_M_left;
    if (y->_M_left) y->_M_left->_M_parent = x;
    y->_M_parent = x->_M_parent;
    replace(x, y, root);
    y->_M_left = x;
    x->_M_parent = y;
}
static void rotate_right(Node *x, Node *&root) noexcept {
    Node *y = x->_M_left;
    x->_M_left = y->_M_right;
    if (y->_M_right) y->_M_right->_M_parent = x;
    y->_M_parent = x->_M_parent;
    replace(x, y, root);
    y->_M_right = x;
    x->_M_parent = y;
}

void _Rb_tree_insert_and_rebalance(const bool left, Node *x, Node *p, Node &header) noexcept {
    Node *&root = header._M_parent;
    x->_M_parent = p;
    x->_M_left = x->_M_right = nullptr;
    x->_M_color = _S_red;
    if (left) {
        p->_M_left = x;
        if (p == &header) {
            header._M_parent = header._M_right = x;
        } else if (p == header._M_left) {
            header._M_left = x;
        }
    } else {
        p->_M_right = x;
        if (p == header._M_right) header._M_right = x;
    }
    while (x != root && x->_M_parent->_M_color == _S_red) {
        Node *above = x->_M_parent->_M_parent;
        bool is_left = x->_M_parent == above->_M_left;
        Node *uncle = is_left ? above->_M_right : above->_M_left;
        if (uncle && uncle->_M_color == _S_red) {
            x->_M_parent->_M_color = uncle->_M_color = _S_black;
            above->_M_color = _S_red;
            x = above;
            continue;
        }
        if (x == (is_left ? x->_M_parent->_M_right : x->_M_parent->_M_left)) {
            x = x->_M_parent;
            is_left ? rotate_left(x, root) : rotate_right(x, root);
        }
        x->_M_parent->_M_color = _S_black;
        above->_M_color = _S_red;
        is_left ? rotate_right(above, root) : rotate_left(above, root);
    }
    root->_M_color = _S_black;
}

/* `x`, which may be null, is below `parent` and has one black node too few above its leaves. */
static void balance(Node *x, Node *parent, Node *&root) noexcept {
    while (x != root && (!x || x->_M_color == _S_black)) {
        bool is_left = x == parent->_M_left;
        Node *other = is_left ? parent->_M_right : parent->_M_left;
        if (other->_M_color == _S_red) {
            other->_M_color = _S_black;
            parent->_M_color = _S_red;
            is_left ? rotate_left(parent, root) : rotate_right(parent, root);
            other = is_left ? parent->_M_right : parent->_M_left;
        }
        Node *near = is_left ? other->_M_left : other->_M_right;
        Node *far = is_left ? other->_M_right : other->_M_left;
        if ((!near || near->_M_color == _S_black) && (!far || far->_M_color == _S_black)) {
            other->_M_color = _S_red;
            x = parent;
            parent = parent->_M_parent;
            continue;
        }
        if (!far || far->_M_color == _S_black) {
            near->_M_color = _S_black;
            other->_M_color = _S_red;
            is_left ? rotate_right(other, root) : rotate_left(other, root);
            other = is_left ? parent->_M_right : parent->_M_left;
            far = is_left ? other->_M_right : other->_M_left;
        }
        other->_M_color = parent->_M_color;
        parent->_M_color = _S_black;
        if (far) far->_M_color = _S_black;
        is_left ? rotate_left(parent, root) : rotate_right(parent, root);
        break;
    }
    if (x) x->_M_color = _S_black;
}

Node *_Rb_tree_rebalance_for_erase(Node *const z, Node &header) noexcept {
    Node *&root = header._M_parent;
    Node *y = z, *x, *parent;
    if (!z->_M_left) {
        x = z->_M_right;
    } else if (!z->_M_right) {
        x = z->_M_left;
    } else {
        y = z->_M_right;
        while (y->_M_left) y = y->_M_left;
        x = y->_M_right;
    }
    if (y != z) {
        // The next node takes the place of the erased one.
        z->_M_left->_M_parent = y;
        y->_M_left = z->_M_left;
        parent = y;
        if (y != z->_M_right) {
            parent = y->_M_parent;
            if (x) x->_M_parent = parent;
            parent->_M_left = x;
            y->_M_right = z->_M_right;
            z->_M_right->_M_parent = y;
        }
        replace(z, y, root);
        y->_M_parent = z->_M_parent;
        _Rb_tree_color color = y->_M_color;
        y->_M_color = z->_M_color;
        z->_M_color = color;
    } else {
        parent = z->_M_parent;
        if (x) x->_M_parent = parent;
        Node *after = z == header._M_left || z == header._M_right ? x : nullptr;
        replace(z, x, root);
        if (z == header._M_left) {
            Node *least = after ? after : parent;
            while (after && least->_M_left) least = least->_M_left;
            header._M_left = least;
        }
        if (z == header._M_right) {
            Node *most = after ? after : parent;
            while (after && most->_M_right) most = most->_M_right;
            header._M_right = most;
        }
    }
    if (z->_M_color == _S_black) balance(x, parent, root);
    return z;
}

namespace __detail {
void _List_node_base::_M_hook(_List_node_base *const at) noexcept {
    _M_next = at;
    _M_prev = at->_M_prev;
    at->_M_prev->_M_next = this;
    at->_M_prev = this;
}
void _List_node_base::_M_unhook() noexcept {
    _M_prev->_M_next = _M_next;
    _M_next->_M_prev = _M_prev;
}
void _List_node_base::_M_transfer(_List_node_base *const first, _List_node_base *const last) noexcept {
    if (this == last) return;
    last->_M_prev->_M_next = this;
    first->_M_prev->_M_next = last;
    _M_prev->_M_next = first;
    _List_node_base *before = _M_prev;
    _M_prev = last->_M_prev;
    last->_M_prev = first->_M_prev;
    first->_M_prev = before;
}
void _List_node_base::_M_reverse() noexcept {
    _List_node_base *node = this;
    do {
        _List_node_base *following = node->_M_next;
        node->_M_next = node->_M_prev;
        node->_M_prev = following;
        node = following;
    } while (node != this);
}
void _List_node_base::swap(_List_node_base &a, _List_node_base &b) noexcept {
    _List_node_base first = a, second = b;
    bool any = first._M_next != &a, more = second._M_next != &b;
    a._M_next = more ? second._M_next : &a;
    a._M_prev = more ? second._M_prev : &a;
    a._M_next->_M_prev = a._M_prev->_M_next = &a;
    b._M_next = any ? first._M_next : &b;
    b._M_prev = any ? first._M_prev : &b;
    b._M_next->_M_prev = b._M_prev->_M_next = &b;
}

static const unsigned long primes[] = {
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103, 109, 113,
    127, 137, 139, 149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359, 383, 409, 439, 467, 503,
    541, 577, 619, 661, 709, 761, 823, 887, 953, 1031, 1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179,
    2357, 2549, 2753, 2971, 3209, 3469, 3739, 4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497,
    10273, 11113, 12011, 12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281, 26267, 28411, 30727, 33223,
    35933, 38873, 42043, 45481, 49201, 53201, 57557, 62233, 67307, 72817, 78779, 85229, 92203, 99733, 107897, 116731,
    126271, 136607, 147793, 159871, 172933, 187091, 202409, 218971, 236897, 256279, 277261, 299951, 324503, 351061,
    379787, 410857, 444487, 480881, 520241, 562841, 608903, 658753, 712697, 771049, 834181, 902483, 976369, 1056323,
    1142821, 1236397, 1337629, 1447153, 1565659, 1693859, 1832561, 1982627, 2144977, 2320627, 2510653, 2716249,
    2938679, 3179303, 3439651, 3721303, 4026031, 4355707, 4712381, 5098259, 5515729, 5967347, 6456007, 6984629,
    7556579, 8175383, 8844859, 9569143, 10352717, 11200489, 12117689, 13109983, 14183539, 15345007, 16601593,
    17961079, 19431899, 21023161, 22744717, 24607243, 26622317, 28802401, 31160981, 33712729, 36473443, 39460231,
    42691603, 46187573, 49969847, 54061849, 58488943, 63278561, 68460391, 74066549, 80131819, 86693767, 93793069,
    101473717, 109783337, 118773397, 128499677, 139022417, 150406843, 162723577, 176048909, 190465427, 206062531,
    222936881, 241193053, 260944219, 282312799, 305431229, 330442829, 357502601, 386778277, 418451333, 452718089,
    489790921, 529899637, 573292817, 620239453, 671030513, 725980837, 785430967, 849749479, 919334987, 994618837,
    1076067617, 1164186217, 1259520799, 1362662261, 1474249943, 1594975441, 1725587117, 1866894511, 2019773507,
};
size_t _Prime_rehash_policy::_M_next_bkt(size_t least) const {
    if (least == 0) return 1;
    size_t found = primes[sizeof primes / sizeof *primes - 1];
    for (size_t prime : primes) {
        if (prime >= least) {
            found = prime;
            break;
        }
    }
    _M_next_resize = static_cast<size_t>(found * static_cast<double>(_M_max_load_factor));
    return found;
}
pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t more) const {
    if (elements + more <= _M_next_resize) return {false, 0};
    // The first insertion makes room for eleven.
    size_t wanted = elements + more;
    if (_M_next_resize == 0 && wanted < 11) wanted = 11;
    size_t least = static_cast<size_t>(wanted / static_cast<double>(_M_max_load_factor));
    if (least < buckets) {
        _M_next_resize = static_cast<size_t>(buckets * static_cast<double>(_M_max_load_factor));
        return {false, 0};
    }
    size_t doubled = 2 * buckets;
    return {true, _M_next_bkt(least + 1 > doubled ? least + 1 : doubled)};
}
}

/* MurmurHash2 of 64 bits, as the library has it. */
size_t _Hash_bytes(const void *from, size_t length, size_t seed) {
    const size_t mul = (size_t(0xc6a4a793UL) << 32) + size_t(0x5bd1e995UL);
    const unsigned char *at = static_cast<const unsigned char *>(from);
    auto load = [&](size_t n) {
        size_t word = 0;
        for (size_t i = 0; i < n; i++) word |= size_t(at[i]) << (8 * i);
        return word;
    };
    auto mix = [](size_t x) { return x ^ (x >> 47); };
    size_t hash = seed ^ (length * mul);
    for (size_t left = length / 8; left > 0; left--, at += 8) hash = (hash ^ (mix(load(8) * mul) * mul)) * mul;
    if (length % 8) hash = (hash ^ load(length % 8)) * mul;
    return mix(mix(hash) * mul);
}
}
#endif
