"""The three distributions that intervals and tests need, without SciPy."""

import math
from functools import lru_cache
from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.95
Z: Final = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)

# Where the t quantile and the normal quantile agree to seven digits.
_NORMAL_FROM: Final = 100_000_000


def incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b), to about twelve digits.

    Continued fraction by the modified Lentz method (Press et al., Numerical Recipes, section 6.4).
    """
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    if x > (a + 1) / (a + b + 2):
        return 1.0 - incomplete_beta(b, a, 1 - x)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(log_front) * _beta_fraction(a, b, x) / a


def _beta_fraction(a: float, b: float, x: float) -> float:
    tiny = 1e-300
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1)
    d = 1.0 / (d if abs(d) > tiny else tiny)
    value = d
    # About sqrt(max(a, b)) rounds are needed; the bound only stops what would never settle.
    for m in range(1, 100_000):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 + term * d
            c = 1.0 + term / c
            d = 1.0 / (d if abs(d) > tiny else tiny)
            c = c if abs(c) > tiny else tiny
            value *= d * c
        if abs(d * c - 1.0) < 1e-15:
            break
    return value


def t_tail(t: float, df: float) -> float:
    """Return the two-sided p-value of Student's t with `df` degrees of freedom."""
    return incomplete_beta(df / 2, 0.5, df / (df + t * t))


@lru_cache(maxsize=4096)
def t_quantile(df: int) -> float:
    """Return the 97.5 % quantile of Student's t (12.7 for df 1, 1.96 in the limit); df must be at least 1."""
    if df < 1:
        raise ValueError("Student's t needs at least one degree of freedom")
    if df >= _NORMAL_FROM:
        return Z
    low, high = Z, 12.8
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if t_tail(middle, df) > 1 - CONFIDENCE else (low, middle)
    return (low + high) / 2


def binomial_half_tail(k: int, n: int) -> float:
    """Return P(X ≤ k) for n fair coins, exactly up to 2000 coins and to about ten digits beyond."""
    if k < 0:
        return 0.0
    if k >= n:
        return 1.0
    if n <= 2000:
        term, total = 1, 1
        for i in range(k):
            term = term * (n - i) // (i + 1)
            total += term
        return total / (1 << n)
    return incomplete_beta(n - k, k + 1, 0.5)
