"""For authors of solvers and formats: the laws that these must keep, as classes to inherit in a test file.

    from edgematch.testing.laws import SolverLaws

    class TestMine(SolverLaws):
        spec = "mine?option=value"

Needs pytest (and hypothesis for the strategies); nothing else in the package imports this folder.
"""
