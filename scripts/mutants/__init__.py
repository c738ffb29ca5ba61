"""Plant one small fault after the other in the code, and see whether the tests notice: `make mutants ARGS=kit`.

Each mutant changes one place of one module (a comparison, a sum, a whole number, a returned value, ...) in memory only;
no file is written. One process collects the tests and sets up the test database. It first runs all tests once, to learn
which of them run which lines. Then it forks a child for each mutant; the child exchanges the code of the changed
function and runs the tests that run this line, the quickest first, until one fails. A mutant outside of functions, such
as a default or a constant, is tried in a new process that loads the changed module.

A mutant is *killed* if a test fails, if the tests cannot be loaded, or if a test runs into an endless loop: it uses ten
times its usual processor time and ten seconds more. The others *survive* and are listed: either a test is missing, or
the change makes no difference (docs/testing.md).
"""
