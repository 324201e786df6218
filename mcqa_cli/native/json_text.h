/* The text of JSON: where its parts end, for text that is quite usual; NULL for all other. No objects are made here.

   All reading stops at `end`, or before: there a NUL or a line feed stands, which no value can go on with. Nothing is
   taken that orjson refuses. */

#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define DEEPEST 64        /* of brackets in brackets */
#define LONGEST_NUMBER 40 /* with an exponent of two digits at most: always finite */
#define EXACT_DIGITS 18   /* of an integer that fits 64 bits, whatever its digits are */

typedef const unsigned char *Text;

/* What a string's escapes of two letters stand for, by the second; 0 for what may not follow a backslash. */
static unsigned char escaped[256];

static void fill_escaped(void) {
    for (int i = 0; i < 8; i++)
        escaped[(unsigned char)"\"\\/bfnrt"[i]] = "\"\\/\b\f\n\r\t"[i];
}

static inline Text space(Text p) {
    while (*p == ' ' || *p == '\t' || *p == '\r')
        p++;
    return p;
}

static int hex(unsigned char c) {
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

/* The length of the character beyond ASCII at p, 0 where it is no UTF-8. */
static Py_ssize_t beyond_ascii(Text p, Text end) {
    unsigned char first = p[0], low = 0x80, high = 0xBF;
    Py_ssize_t size = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (!size || end - p < size)
        return 0;
    if (first == 0xE0)
        low = 0xA0;
    else if (first == 0xED)
        high = 0x9F;
    else if (first == 0xF0)
        low = 0x90;
    else if (first == 0xF4)
        high = 0x8F;
    if (p[1] < low || p[1] > high)
        return 0;
    for (Py_ssize_t i = 2; i < size; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    return size;
}

/* The first byte from p on that is special in a string: the quote, the backslash, a control character, or not ASCII. */
static inline Text special(Text p, Text end) {
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"'), back = _mm_set1_epi8('\\'), blank = _mm_set1_epi8(' ');
    for (; end - p >= 16; p += 16) {
        const __m128i part = _mm_loadu_si128((const __m128i *)p);
        /* as signed numbers, all beyond ASCII are less than a blank, too */
        const __m128i found = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(part, quote), _mm_cmpeq_epi8(part, back)),
                                           _mm_cmplt_epi8(part, blank));
        const int bits = _mm_movemask_epi8(found);
        if (bits)
            return p + __builtin_ctz(bits);
    }
#else
    const uint64_t ones = 0x0101010101010101u, tops = ones << 7;
    for (; end - p >= 8; p += 8) {
        uint64_t part;
        memcpy(&part, p, 8);
        if ((part | (part - ones * ' ') | ((part ^ ones * '"') - ones) | ((part ^ ones * '\\') - ones)) & tops)
            break;
    }
#endif
    while (p < end && *p >= ' ' && *p < 0x80 && *p != '"' && *p != '\\')
        p++;
    return p;
}

/* The closing quote of the string that begins at p; escapes: how many there are of two letters, -1 with others. */
static Text string_end(Text p, Text end, Py_ssize_t *escapes, int *ascii) {
    *escapes = 0;
    *ascii = 1;
    for (;;) {
        p = special(p, end);
        if (p >= end || *p == '"')
            return p < end ? p : NULL;
        if (*p == '\\' && p[1] != 'u') {
            if (!escaped[p[1]])
                return NULL;
            if (*escapes >= 0)
                ++*escapes;
            p += 2;
        } else if (*p == '\\') {
            int code = 0;
            if (end - p < 6)
                return NULL;
            for (int i = 2; i < 6; i++)
                code = code < 0 || hex(p[i]) < 0 ? -1 : code * 16 + hex(p[i]);
            if (code < 0 || (code >= 0xD800 && code < 0xE000)) /* half a character */
                return NULL;
            *escapes = -1;
            p += 6;
        } else if (*p >= 0x80) {
            Py_ssize_t size = beyond_ascii(p, end);
            if (!size)
                return NULL;
            *ascii = 0;
            p += size;
        } else {
            return NULL;
        }
    }
}

/* The end of a number; integer: whether it is one without a sign that fits 64 bits. */
static Text number_end(Text p, int *integer) {
    Text begin = p;
    *integer = *p != '-';
    if (*p == '-')
        p++;
    if (*p < '0' || *p > '9')
        return NULL;
    if (*p++ != '0')
        while (*p >= '0' && *p <= '9')
            p++;
    if (p - begin > EXACT_DIGITS)
        *integer = 0;
    if (*p == '.') {
        *integer = 0;
        if (*++p < '0' || *p > '9')
            return NULL;
        while (*p >= '0' && *p <= '9')
            p++;
    }
    if (p - begin > LONGEST_NUMBER)
        return NULL;
    if ((*p | 32) == 'e') {
        *integer = 0;
        p++;
        if (*p == '+' || *p == '-')
            p++;
        if (*p < '0' || *p > '9')
            return NULL;
        if (*++p >= '0' && *p <= '9')
            p++;
    }
    return *p >= '0' && *p <= '9' ? NULL : p;
}

static Text constant_end(Text p, Text end) {
    if (end - p >= 4 && (!memcmp(p, "true", 4) || !memcmp(p, "null", 4)))
        return p + 4;
    return end - p >= 5 && !memcmp(p, "false", 5) ? p + 5 : NULL;
}

/* The end of a value. */
static Text skip(Text p, Text end, int depth) {
    Py_ssize_t escapes;
    int flag;
    if (*p == '"') {
        p = string_end(p + 1, end, &escapes, &flag);
        return p ? p + 1 : NULL;
    }
    if (*p == '{' || *p == '[') {
        unsigned char close = *p + 2; /* as ASCII has it */
        if (depth >= DEEPEST)
            return NULL;
        p = space(p + 1);
        if (*p == close)
            return p + 1;
        for (;;) {
            if (close == '}') {
                if (*p != '"' || !(p = string_end(p + 1, end, &escapes, &flag)))
                    return NULL;
                p = space(p + 1);
                if (*p != ':')
                    return NULL;
                p = space(p + 1);
            }
            p = skip(p, end, depth + 1);
            if (!p)
                return NULL;
            p = space(p);
            if (*p == close)
                return p + 1;
            if (*p != ',')
                return NULL;
            p = space(p + 1);
        }
    }
    return *p == '-' || (*p >= '0' && *p <= '9') ? number_end(p, &flag) : constant_end(p, end);
}

#endif
