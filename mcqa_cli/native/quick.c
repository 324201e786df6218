/* What the hot path needs and Python is slow at. Each has a way in Python that gives the same: see `native`. */

#include "scanner.h"

/* Letters in lower case, and all else as it is. */
static unsigned char lower[256];

/* The last place from start to place where the character may be this one, whatever its case; one before start without. */
static inline Py_ssize_t last_like(Text text, Py_ssize_t start, Py_ssize_t place, unsigned char wanted) {
#if defined(__SSE2__)
    const __m128i bit = _mm_set1_epi8(32), both = _mm_set1_epi8(wanted | 32);
    for (; place - start >= 15; place -= 16) {
        const __m128i part = _mm_loadu_si128((const __m128i *)(text + place - 15));
        const int bits = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_or_si128(part, bit), both));
        if (bits)
            return place - 15 + (31 - __builtin_clz(bits));
    }
#endif
    while (place >= start && (text[place] | 32) != (wanted | 32))
        place--;
    return place;
}

static PyObject *last_place(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count) {
    Py_ssize_t start, end, size;
    Text text, word;
    if (count != 4 || !PyUnicode_Check(args[0]) || !PyUnicode_Check(args[1]) || !PyUnicode_IS_ASCII(args[0]) ||
        !PyUnicode_IS_ASCII(args[1]) || !PyUnicode_GET_LENGTH(args[1])) {
        PyErr_SetString(PyExc_TypeError, "last_place(text: str, word: str, start: int, end: int): ASCII, and no empty word");
        return NULL;
    }
    start = PyLong_AsSsize_t(args[2]);
    end = PyLong_AsSsize_t(args[3]);
    if (PyErr_Occurred())
        return NULL;
    if (start < 0)
        start = 0;
    if (end > PyUnicode_GET_LENGTH(args[0]))
        end = PyUnicode_GET_LENGTH(args[0]);
    text = PyUnicode_1BYTE_DATA(args[0]);
    word = PyUnicode_1BYTE_DATA(args[1]);
    size = PyUnicode_GET_LENGTH(args[1]);
    if (end < start || end - start < size)
        return PyLong_FromLong(-1);
    for (Py_ssize_t place = end - size; (place = last_like(text, start, place, word[0])) >= start; place--) {
        Py_ssize_t same = 0;
        while (same < size && lower[text[place + same]] == word[same])
            same++;
        if (same == size)
            return PyLong_FromSsize_t(place);
    }
    return PyLong_FromLong(-1);
}

static PyObject *line_feeds(PyObject *Py_UNUSED(module), PyObject *data) {
    Py_ssize_t found = 0;
    const char *p, *end;
    if (!PyBytes_Check(data)) {
        PyErr_SetString(PyExc_TypeError, "line_feeds(data: bytes)");
        return NULL;
    }
    p = PyBytes_AS_STRING(data);
    end = p + PyBytes_GET_SIZE(data);
    while (p < end && (p = memchr(p, '\n', end - p))) {
        found++;
        p++;
    }
    return PyLong_FromSsize_t(found);
}

static PyMethodDef functions[] = {
    {"line_feeds", line_feeds, METH_O, "How many line feeds there are."},
    {"last_place", (PyCFunction)(void (*)(void))last_place, METH_FASTCALL, "Where a word stands last, whatever its case."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_quick", NULL, -1, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__quick(void) {
    PyObject *self;
    for (int c = 0; c < 256; c++)
        lower[c] = c >= 'A' && c <= 'Z' ? c + 32 : c;
    fill_escaped();
    self = PyModule_Create(&module);
    if (self && PyModule_AddType(self, &scanner_type) < 0)
        Py_CLEAR(self);
    return self;
}
