"""The numbers behind the reports: plain functions of counts, no rows, no I/O, no third-party package.

distributions   Student's t, the binomial tail, the normal quantile
intervals       95 % intervals for shares, means and paired differences, clustered by task
repeats         avg@k, pass@k, pass^k, majority@k of one task
significance    exact McNemar, sign-flip test over tasks, letters chosen out of proportion
"""
