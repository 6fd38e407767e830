"""The optimiser of the training."""
# ruff: noqa: E402  # without torch nothing else is imported

import pytest

torch = pytest.importorskip("torch", reason="needs torch of the extra train")

from lab.training.model.network import Muon, orthogonal


@pytest.mark.parametrize("shape", [(24, 27), (112, 1008), (128, 30)])
def test_a_step_is_nearly_orthogonal_and_keeps_its_directions(shape: tuple[int, int]) -> None:
    matrix = torch.randn(shape, generator=torch.Generator().manual_seed(1))
    step = orthogonal(matrix)
    left, _, right = torch.linalg.svd(matrix, full_matrices=False)
    along = left.T @ step @ right.T
    assert step.shape == shape
    assert ((along.diag() > 0.5) & (along.diag() < 1.3)).all()
    assert (along - along.diag().diag()).abs().max() < 1e-3


def test_a_checkpoint_goes_on_where_it_stood() -> None:
    whole, first = (Muon([torch.ones(4, 3, 2, 2)], 0.01, 0.1) for _ in range(2))
    _walk(whole, 6)
    _walk(first, 3)
    rest = Muon([first.param_groups[0]["params"][0].clone()], 0.01, 0.1)
    rest.load_state_dict(first.state_dict())
    _walk(rest, 3)
    ends = [one.param_groups[0]["params"][0] for one in (whole, rest)]
    assert torch.equal(*ends)
    assert ends[0].mean() < 0.995


def _walk(optimiser: Muon, steps: int) -> None:
    weights = optimiser.param_groups[0]["params"][0]
    for _ in range(steps):
        weights.grad = weights.clone()
        optimiser.step()
