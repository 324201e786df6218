/* One pass over one line of JSON: gives the values at the places that a plan names, and where some of them stand.

   What nobody asked for is stepped over and never made into an object, and a value that stood in the line before, byte
   for byte, is the same object again. A line is given up (None) for whatever is not quite usual; so this never has the
   last word on what is JSON, and what it takes it reads as orjson does. */

#ifndef SCANNER_H
#define SCANNER_H

#include "json_text.h"

#define MOST_VALUES 1000
#define KEPT 65536 /* bytes of a value that is looked for again in the next line */

enum Kind { LEAF, OBJECT, LAST, ONLY, ABSENT, FIXED };
enum Found { MISSING, PLAIN, ESCAPED, INTEGER, CONSTANT, OTHER };

typedef struct Node Node;
typedef struct {
    PyObject *key;
    const char *name; /* in the key */
    Py_ssize_t size;
    Node *node;
} Child;

/* A place in the plan. An object has its wanted keys as children, an array has one, without a name. */
struct Node {
    enum Kind kind;
    Py_ssize_t slot; /* -1 without one */
    PyObject *string; /* what a FIXED one must be, without escapes */
    const char *text; /* in the string */
    Py_ssize_t size;
    Node *others; /* the FIXED one before this */
    Child *children;
    Py_ssize_t count, next;
    uint64_t seen; /* the number of the line in which it was met last */
    int right;     /* whether it was what it must be */
};

typedef struct {
    enum Found found;
    Text begin, end;
    Py_ssize_t escapes;
    int ascii;
    char *kept; /* the value's bytes in an earlier line, and the value */
    Py_ssize_t kept_size;
    PyObject *value;
} Slot;

typedef struct {
    PyObject_HEAD
    PyObject *loads;
    int busy; /* `loads` may be anything: the slots are not for two scans at once */
    Node *root, *fixed;
    Slot *slots; /* those from `values` on are never made objects */
    Py_ssize_t count, values;
    Py_ssize_t *spanned;
    Py_ssize_t spanned_count;
    uint64_t line;
} Scanner;

/* Nothing was met yet at this place and below. */
static void forget(Scanner *self, Node *node) {
    node->seen = 0;
    if (node->slot >= 0)
        self->slots[node->slot].found = MISSING;
    for (Py_ssize_t i = 0; i < node->count; i++)
        forget(self, node->children[i].node);
}

/* Notes the value at p. */
static Text leaf(Slot *slot, Text p, Text end, int depth) {
    slot->begin = p;
    if (*p == '"') {
        p = string_end(p + 1, end, &slot->escapes, &slot->ascii);
        if (!p)
            return NULL;
        slot->found = slot->escapes ? ESCAPED : PLAIN;
        p++;
    } else if (*p == '-' || (*p >= '0' && *p <= '9')) {
        int integer;
        p = number_end(p, &integer);
        slot->found = integer ? INTEGER : OTHER;
    } else if (*p == '{' || *p == '[') {
        p = skip(p, end, depth);
        slot->found = OTHER;
    } else {
        p = constant_end(p, end);
        slot->found = CONSTANT;
    }
    slot->end = p;
    return p;
}

static Node *child_of(Node *node, Text name, Py_ssize_t size) {
    for (Py_ssize_t tried = 0, i = node->next; tried < node->count; tried++, i++) {
        if (i >= node->count)
            i = 0;
        if (node->children[i].size == size && !memcmp(node->children[i].name, name, size)) {
            node->next = i + 1;
            return node->children[i].node;
        }
    }
    return NULL;
}

/* The end of the value at p, which stands at a place of the plan. */
static Text take(Scanner *self, Node *node, Text p, Text end, int depth) {
    if (node->kind == LEAF)
        return leaf(&self->slots[node->slot], p, end, depth);
    if (node->kind == FIXED) {
        Text begin = p + 1;
        int string = *p == '"';
        p = skip(p, end, depth);
        node->right = p && string && p - 1 - begin == node->size && !memcmp(begin, node->text, node->size);
        return p;
    }
    if (depth >= DEEPEST)
        return NULL;
    if (node->kind != OBJECT) {
        if (*p != '[')
            return NULL;
        for (Py_ssize_t items = 0;; items++) {
            if (items && node->kind == ONLY)
                return NULL;
            forget(self, node->children[0].node);
            p = take(self, node->children[0].node, space(p + 1), end, depth + 1);
            if (!p)
                return NULL;
            p = space(p);
            if (*p == ']')
                return p + 1;
            if (*p != ',')
                return NULL;
        }
    }
    if (*p != '{')
        return NULL;
    p = space(p + 1);
    if (*p == '}')
        return depth ? p + 1 : NULL;
    for (;;) {
        Py_ssize_t escapes;
        int ascii;
        Text name = p + 1;
        Node *child;
        if (*p != '"' || !(p = string_end(name, end, &escapes, &ascii)) || escapes)
            return NULL;
        child = child_of(node, name, p - name);
        p = space(p + 1);
        if (*p != ':')
            return NULL;
        p = space(p + 1);
        if (child) {
            if (child->kind == ABSENT || child->seen == self->line)
                return NULL;
            child->seen = self->line;
            p = take(self, child, p, end, depth + 1);
        } else {
            p = skip(p, end, depth + 1);
        }
        if (!p)
            return NULL;
        p = space(p);
        if (*p == '}')
            return p + 1;
        if (*p != ',')
            return NULL;
        p = space(p + 1);
    }
}

static PyObject *unescaped(Slot *slot) {
    Text p = slot->begin + 1, end = slot->end - 1;
    PyObject *text = PyUnicode_New(end - p - slot->escapes, 127);
    unsigned char *out;
    if (!text)
        return NULL;
    out = PyUnicode_1BYTE_DATA(text);
    while (p < end) {
        Text back = memchr(p, '\\', end - p);
        Py_ssize_t size = (back ? back : end) - p;
        memcpy(out, p, size);
        out += size;
        p += size;
        if (back) {
            *out++ = escaped[p[1]];
            p += 2;
        }
    }
    return text;
}

static PyObject *made(Scanner *self, Slot *slot) {
    const char *begin = (const char *)slot->begin;
    Py_ssize_t size = slot->end - slot->begin;
    PyObject *raw, *value;
    if (slot->found == PLAIN && slot->ascii) {
        value = PyUnicode_New(size - 2, 127);
        if (value && size > 2)
            memcpy(PyUnicode_1BYTE_DATA(value), begin + 1, size - 2);
        return value;
    }
    if (slot->found == PLAIN)
        return PyUnicode_DecodeUTF8(begin + 1, size - 2, NULL);
    if (slot->found == ESCAPED && slot->ascii && slot->escapes > 0)
        return unescaped(slot);
    raw = PyBytes_FromStringAndSize(begin, size);
    if (!raw)
        return NULL;
    value = PyObject_CallOneArg(self->loads, raw);
    Py_DECREF(raw);
    return value;
}

static PyObject *value_of(Scanner *self, Slot *slot) {
    Py_ssize_t size = slot->end - slot->begin;
    PyObject *value;
    if (slot->found == MISSING)
        Py_RETURN_NONE;
    if (slot->found == CONSTANT)
        return Py_NewRef(*slot->begin == 't' ? Py_True : *slot->begin == 'f' ? Py_False : Py_None);
    if (slot->found == INTEGER) {
        long long number = 0;
        for (Text p = slot->begin; p < slot->end; p++)
            number = number * 10 + (*p - '0');
        return PyLong_FromLongLong(number);
    }
    if (slot->value && slot->kept_size == size && !memcmp(slot->kept, slot->begin, size))
        return Py_NewRef(slot->value);
    value = made(self, slot);
    if (value && size <= KEPT) {
        char *room = slot->kept_size < size ? PyMem_Realloc(slot->kept, size) : slot->kept;
        if (room) {
            memcpy(room, slot->begin, size);
            slot->kept = room;
            slot->kept_size = size;
            Py_XSETREF(slot->value, Py_NewRef(value));
        }
    }
    return value;
}

static PyObject *scan(Scanner *self, PyObject *const *args, Py_ssize_t count) {
    Py_ssize_t start, place = 0;
    Text data, p, end, close;
    PyObject *result;
    if (count != 2 || !PyBytes_Check(args[0])) {
        PyErr_SetString(PyExc_TypeError, "scan(data: bytes, start: int)");
        return NULL;
    }
    start = PyLong_AsSsize_t(args[1]);
    if (start == -1 && PyErr_Occurred())
        return NULL;
    if (start < 0 || start > PyBytes_GET_SIZE(args[0])) {
        PyErr_SetString(PyExc_ValueError, "start must be in data");
        return NULL;
    }
    /* Behind all bytes there is a NUL, which is nothing that JSON can go on with; nor is a line feed inside of it. */
    data = (Text)PyBytes_AS_STRING(args[0]);
    end = data + PyBytes_GET_SIZE(args[0]);
    if (self->busy) {
        PyErr_SetString(PyExc_RuntimeError, "this scanner is at work");
        return NULL;
    }
    self->line++;
    for (Py_ssize_t i = 0; i < self->count; i++)
        self->slots[i].found = MISSING;
    p = take(self, self->root, space(data + start), end, 0);
    if (!p)
        Py_RETURN_NONE;
    close = p - 1;
    p = space(p);
    if (p != end && *p != '\n')
        Py_RETURN_NONE;
    for (Node *node = self->fixed; node; node = node->others)
        if (node->seen != self->line || !node->right)
            Py_RETURN_NONE;
    result = PyTuple_New(self->values + 2 * self->spanned_count + 2);
    if (!result)
        return NULL;
    self->busy = 1;
    for (Py_ssize_t i = 0; i < self->values; i++) {
        PyObject *value = value_of(self, &self->slots[i]);
        if (!value)
            goto fail;
        PyTuple_SET_ITEM(result, place++, value);
    }
    self->busy = 0;
    for (Py_ssize_t i = 0; i <= self->spanned_count; i++) {
        Slot *slot = i < self->spanned_count ? &self->slots[self->spanned[i]] : NULL;
        Text ends[2] = {slot ? slot->begin : close, slot ? slot->end : p};
        for (int side = 0; side < 2; side++) {
            PyObject *number = PyLong_FromSsize_t(slot && !slot->found ? -1 : ends[side] - data);
            if (!number)
                goto fail;
            PyTuple_SET_ITEM(result, place++, number);
        }
    }
    return result;
fail:
    self->busy = 0;
    Py_DECREF(result);
    if (!PyErr_ExceptionMatches(PyExc_ValueError))
        return NULL;
    PyErr_Clear(); /* orjson refused a part */
    Py_RETURN_NONE;
}

/* -- the plan: a dict for an object, [plan] for the last item of an array, (plan,) for its only one, a number for a value
   that is wanted (-1 for one that must not be there), a string for one that must be just that */

static void free_node(Node *node) {
    if (!node)
        return;
    for (Py_ssize_t i = 0; i < node->count; i++) {
        free_node(node->children[i].node);
        Py_XDECREF(node->children[i].key);
    }
    PyMem_Free(node->children);
    Py_XDECREF(node->string);
    PyMem_Free(node);
}

static Node *planned(Scanner *self, PyObject *plan, int depth) {
    Node *node = PyMem_Calloc(1, sizeof(Node));
    Py_ssize_t position = 0;
    PyObject *key, *value;
    if (!node)
        return (Node *)PyErr_NoMemory();
    node->slot = -1;
    if (depth > DEEPEST) {
        PyErr_SetString(PyExc_ValueError, "the plan is nested too deeply");
    } else if (PyLong_Check(plan)) {
        node->slot = PyLong_AsSsize_t(plan);
        if (node->slot >= self->count)
            PyErr_SetString(PyExc_ValueError, "a slot is out of range");
        node->kind = node->slot < 0 ? ABSENT : LEAF;
        if (node->slot < 0)
            node->slot = -1;
    } else if (PyUnicode_Check(plan)) {
        node->kind = FIXED;
        node->string = Py_NewRef(plan);
        node->text = PyUnicode_AsUTF8AndSize(plan, &node->size);
        if (node->text && memchr(node->text, '\\', node->size))
            PyErr_SetString(PyExc_ValueError, "a string that must be there may have no backslash");
        node->others = self->fixed;
        self->fixed = node;
    } else if (PyDict_Check(plan)) {
        node->kind = OBJECT;
        node->children = PyMem_Calloc(PyDict_GET_SIZE(plan) + 1, sizeof(Child));
        while (node->children && PyDict_Next(plan, &position, &key, &value)) {
            Child *child = &node->children[node->count];
            child->name = PyUnicode_AsUTF8AndSize(key, &child->size);
            child->node = child->name ? planned(self, value, depth + 1) : NULL;
            if (!child->node)
                break;
            child->key = Py_NewRef(key);
            node->count++;
        }
    } else if ((PyList_Check(plan) || PyTuple_Check(plan)) && PySequence_Fast_GET_SIZE(plan) == 1) {
        node->kind = PyList_Check(plan) ? LAST : ONLY;
        node->children = PyMem_Calloc(1, sizeof(Child));
        if (node->children && (node->children[0].node = planned(self, PySequence_Fast_GET_ITEM(plan, 0), depth + 1)))
            node->count = 1;
        if (node->count && (node->children[0].node->kind == ABSENT || node->children[0].node->kind == FIXED))
            PyErr_SetString(PyExc_ValueError, "an array's item must have a place of its own");
    } else {
        PyErr_SetString(PyExc_TypeError, "a plan is a dict, a list or tuple of one plan, a number, or a string");
    }
    if ((node->kind == OBJECT || node->kind == LAST || node->kind == ONLY) && !node->children && !PyErr_Occurred())
        PyErr_NoMemory();
    if (PyErr_Occurred()) {
        free_node(node);
        return NULL;
    }
    return node;
}

static void destroy(Scanner *self) {
    free_node(self->root);
    for (Py_ssize_t i = 0; self->slots && i < self->count; i++) {
        PyMem_Free(self->slots[i].kept);
        Py_XDECREF(self->slots[i].value);
    }
    PyMem_Free(self->slots);
    PyMem_Free(self->spanned);
    Py_XDECREF(self->loads);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    Scanner *self;
    PyObject *plan, *spanned, *loads;
    Py_ssize_t values;
    if (kwargs && PyDict_GET_SIZE(kwargs)) {
        PyErr_SetString(PyExc_TypeError, "a scanner takes no keywords");
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "O!nO!O", &PyDict_Type, &plan, &values, &PyTuple_Type, &spanned, &loads))
        return NULL;
    self = (Scanner *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->loads = Py_NewRef(loads);
    if (values < 0 || values > MOST_VALUES) {
        PyErr_SetString(PyExc_ValueError, "too many values, or less than none");
        Py_DECREF(self);
        return NULL;
    }
    self->values = values;
    self->spanned_count = PyTuple_GET_SIZE(spanned);
    self->count = self->values + self->spanned_count;
    self->slots = PyMem_Calloc(self->count + 1, sizeof(Slot));
    self->spanned = PyMem_Calloc(self->spanned_count + 1, sizeof(Py_ssize_t));
    if (!self->slots || !self->spanned)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; !PyErr_Occurred() && i < self->spanned_count; i++) {
        self->spanned[i] = PyLong_AsSsize_t(PyTuple_GET_ITEM(spanned, i));
        if (!PyErr_Occurred() && (self->spanned[i] < 0 || self->spanned[i] >= self->count))
            PyErr_SetString(PyExc_ValueError, "a slot is out of range");
    }
    if (PyErr_Occurred() || !(self->root = planned(self, plan, 0))) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static PyMethodDef methods[] = {
    {"scan", (PyCFunction)(void (*)(void))scan, METH_FASTCALL,
     "The values, the spans, and where the object is closed and the line ends; or None."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject scanner_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "mcqa_cli.native._quick.Scanner",
    .tp_basicsize = sizeof(Scanner),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = create,
    .tp_dealloc = (destructor)destroy,
    .tp_methods = methods,
};

#endif
