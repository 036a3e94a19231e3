/* Found ahead of the header of libstdc++ that has this name: templates that the library has compiled for common types
   are made from the headers, since nobody can look into the library. */
#include_next <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
