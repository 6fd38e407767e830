"""Trains the reader's network: python -m lab.training.model.train --steps 3000."""

from __future__ import annotations

import argparse
import copy
import math
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import cv2
import torch
from torch import Tensor
from torch.nn import functional

from lab.training.augmentation.episodes import Episode, Episodes, Plan, stream
from lab.training.data.decks import Deck, NoDecks, chosen_decks, held_out, is_german
from lab.training.data.options import above_zero, at_least, cache_folder, deck_folders
from lab.training.model.checkpoint import CHECKPOINT, Checkpoint, OtherCheckpoint, expected_in, read_checkpoint
from lab.training.model.network import Embedder, Muon, parameters, top_one
from lab.training.model.run_config import OtherStart, go_on, save_start, start_of
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH
from vision.recognition.embedder import BrokenModel

_SHARPNESS, _MARGIN = 22.0, 0.15
_FAR = 0.3
"""The cosine below which things that are no card of the pack may stay."""
_WEIGHT_DECAY = 0.02
_MEMORY = 0.998
_SAVE_EVERY, _MEASURE_EVERY = 120.0, 900.0
_LATELY = 50
"""Steps over which the printed loss is averaged."""
REPORTED_ERRORS = (NoDecks, BrokenModel, OtherStart, OtherCheckpoint, OSError)
"""Errors that end a training with a message."""
STEPS = 5_500
"""Steps of a training: 115 minutes on two idle cores."""
_SHORT_STEPS = 60
"""Most steps of a training in short."""
_SHORT_PLAN = Plan(decks=2, cards=8, junk=2)


@dataclass
class Progress:
    """Progress in a checkpoint; `spent` is the seconds of training over all runs."""

    step: int = 0
    spent: float = 0.0


class Trainer:
    """Trains on several episodes per step, each in its own thread to use all cores."""

    def __init__(self, device: torch.device, seed: int, rate: float, learners: int = 1) -> None:
        torch.manual_seed(seed)
        self.device = device
        # channels last is twice as fast on processors; the stubs do not know it
        self.network: Embedder = Embedder().to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average = copy.deepcopy(self.network).eval()
        self.rate = rate
        kernels = [weights for weights in self.network.parameters() if weights.ndim > 1]
        rest = [weights for weights in self.network.parameters() if weights.ndim <= 1]
        self.optimisers = (
            Muon(kernels, rate, _WEIGHT_DECAY),
            torch.optim.AdamW(rest, rate, weight_decay=0.0, betas=(0.9, 0.99)),
        )
        self.progress = Progress()
        self.losses: list[float] = []
        """Of every step of this run."""
        self.halves = is_quicker_in_halves(self.average, device)
        self._learners = ThreadPoolExecutor(learners)

    def learn(self, episodes: Sequence[Episode], share: float) -> None:
        """Makes one step; *share* is the elapsed share of the training."""
        warm_up = min(1.0, (self.progress.step + 1) / 200)
        rate = self.rate * warm_up * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * share)))
        losses, slopes = zip(*self._learners.map(self._learnt, episodes), strict=True)
        for weights, of_episodes in zip(self.network.parameters(), zip(*slopes, strict=True), strict=True):
            weights.grad = torch.stack(of_episodes).mean(dim=0)
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = rate
            optimiser.step()
        self.progress.step += 1
        self._remember()
        self.losses.append(sum(losses) / len(losses))

    def _learnt(self, episode: Episode) -> tuple[float, tuple[Tensor, ...]]:
        """Returns the loss of *episode*, and its slope for every parameter."""
        crops = torch.cat([episode.enrolled, episode.met, episode.junk])
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self.halves):
            embeddings = self.network(crops.to(self.device))
            with torch.no_grad():  # the rotated views are negatives only
                upside_down = self.network(episode.enrolled.flip(1, 2).to(self.device))
        count = len(episode.enrolled)
        upright, met, junk = embeddings.split([count, count, len(episode.junk)])
        loss = _loss(upright, upside_down, met, junk, episode)
        return float(loss.detach()), torch.autograd.grad(loss, list(self.network.parameters()))

    @torch.no_grad()
    def _remember(self) -> None:
        """Updates the running average of the weights, which is more accurate than the last state."""
        keep = min(_MEMORY, 1 - 1 / (self.progress.step + 1))
        for averaged, new in zip(self.average.state_dict().values(), self.network.state_dict().values(), strict=True):
            if averaged.dtype.is_floating_point:
                averaged.lerp_(new, 1 - keep)
            else:
                averaged.copy_(new)

    def save(self, path: Path) -> None:
        optimisers = [optimiser.state_dict() for optimiser in self.optimisers]
        weights = self.network.state_dict(), self.average.state_dict()
        Checkpoint(*weights, optimisers, self.progress.step, self.progress.spent).write(path)

    def load(self, path: Path) -> None:
        """:raises OtherCheckpoint: if it cannot be read; then nothing of it is loaded."""
        checkpoint = read_checkpoint(path, self.device)
        network, average, optimisers = copy.deepcopy((self.network, self.average, self.optimisers))
        with expected_in(path):
            network.load_state_dict(checkpoint.network)
            average.load_state_dict(checkpoint.average)
            for optimiser, state in zip(optimisers, checkpoint.optimisers, strict=True):
                optimiser.load_state_dict(state)
        self.network, self.average, self.optimisers = network, average, optimisers
        self.progress = Progress(checkpoint.step, checkpoint.spent)


def is_quicker_in_halves(network: Embedder, device: torch.device) -> bool:
    """Tells whether 16 bits are faster; processors without such instructions are ten times slower."""
    if device.type != "cpu":
        return True
    crops = torch.zeros((8, CROP_HEIGHT, CROP_WIDTH, 3), dtype=torch.uint8)
    seconds = {}
    for enabled in (False, True, False, True):  # the first run includes set-up
        start_time = time.process_time()
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16, enabled=enabled):
            network(crops)
        seconds[enabled] = time.process_time() - start_time
    return seconds[True] < seconds[False]


def _loss(upright: Tensor, upside_down: Tensor, met: Tensor, junk: Tensor, episode: Episode) -> Tensor:
    """Cosine softmax with a margin (CosFace, arXiv 1801.09414) over the enrolled cards, either way up."""
    same = met @ upright.T
    nearest = torch.maximum(same, met @ upside_down.T)
    own = torch.eye(len(met), dtype=torch.bool, device=met.device)
    logits = torch.where(own, same - _MARGIN, nearest)
    # Two decks of an episode may print the same artwork: cards of one name are no negatives.
    other_deck = episode.deck[:, None] != episode.deck[None, :]
    same_name = episode.name[:, None] == episode.name[None, :]
    logits = logits.masked_fill((other_deck & same_name).to(met.device), -1.0)
    loss = functional.cross_entropy(logits * _SHARPNESS, torch.arange(len(met), device=met.device))
    too_near = functional.relu(torch.cat([junk @ upright.T, junk @ upside_down.T], dim=1) - _FAR)
    return loss + 10 * too_near.square().sum(dim=1).mean()


def groups_of(decks: Sequence[Deck]) -> list[list[Deck]]:
    """Groups decks so that German and French artwork have equal shares."""
    german = [deck for deck in decks if is_german(deck)]
    french = [deck for deck in decks if not is_german(deck)]
    return [group for group in (german, french) if group]


def train(decks: Sequence[Deck], arguments: argparse.Namespace) -> Trainer:
    """Trains for the steps that are left; a checkpoint holds what a later call goes on from.

    :raises NoDecks: if there are too few.
    :raises OtherStart: if the training to resume was begun with something else.
    :raises OtherCheckpoint: if its checkpoint cannot be read.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    trainer = Trainer(device, arguments.seed, arguments.rate, arguments.learners)
    learning, holdout = held_out(decks)
    if not learning:
        raise NoDecks(f"got {len(decks)} deck, expected two or more, for one is held out; gather or draw more")
    start = start_of(arguments, str(device), arguments.decks, decks)
    plan = _SHORT_PLAN if arguments.short else Plan()
    if arguments.resume:
        go_on(arguments.work, start)
        trainer.load(arguments.work / CHECKPOINT)
    episodes = Episodes(groups_of(learning), plan, arguments.seed + trainer.progress.step)
    if not arguments.resume:
        (arguments.work / CHECKPOINT).unlink(missing_ok=True)  # of an earlier training with another configuration
        save_start(arguments.work, start)
    print(f"{len(learning)} decks, {len(holdout)} held out, {parameters(trainer.network)} parameters, on {device}")
    episode_stream = stream(episodes, arguments.workers)
    before, start_time = trainer.progress.spent, time.monotonic()
    saved = measured = before
    # Steps are counted rather than minutes, so that a busy machine trains longer and not less.
    while trainer.progress.step < arguments.steps:
        share = trainer.progress.step / arguments.steps
        trainer.learn(list(islice(episode_stream, arguments.learners)), share)
        spent = trainer.progress.spent = before + time.monotonic() - start_time
        over = trainer.progress.step >= arguments.steps
        if over or spent - saved > _SAVE_EVERY:
            trainer.save(arguments.work / CHECKPOINT)
            saved = spent
        if over or spent - measured > _MEASURE_EVERY:
            measured = spent
            print_progress(trainer, holdout)
    return trainer


def print_progress(trainer: Trainer, holdout: Sequence[Deck]) -> None:
    right = top_one(trainer.average, holdout, trainer.device)
    lately = trainer.losses[-_LATELY:]
    minutes, step = trainer.progress.spent / 60, trainer.progress.step
    loss = sum(lately) / len(lately)
    print(f"{minutes:5.1f} min, step {step:6d}, loss {loss:.3f}, held-out top-1 {right:.2%}", flush=True)


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m lab.training.model.train", description=__doc__)
    parser.add_argument("--steps", type=at_least(1), default=STEPS, help="of the whole training (%(default)s)")
    parser.add_argument("--work", type=Path, default=cache_folder() / "training", help="checkpoints")
    cores = len(os.sched_getaffinity(0))
    half, quarter = max(cores // 2, 1), max(cores // 4, 1)
    parser.add_argument("--workers", type=at_least(0), default=half, help="processes that render (%(default)s here)")
    parser.add_argument("--learners", type=at_least(1), default=2, help="episodes a step, side by side (%(default)s)")
    parser.add_argument("--threads", type=at_least(1), default=quarter, help="of each learner (%(default)s here)")
    parser.add_argument("--seed", type=at_least(0), default=1)
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    parser.add_argument("--rate", type=above_zero, default=5e-3, help="highest learning rate (%(default)s)")
    parser.add_argument("--short", action="store_true", help="only a few small steps, to prove the way")
    return parser


def prepare(arguments: argparse.Namespace) -> None:
    if arguments.short:
        arguments.steps = min(arguments.steps, _SHORT_STEPS)
    torch.set_num_threads(arguments.threads)
    cv2.setNumThreads(0)  # a worker forked beside OpenCV's threads would wait for them for ever
    arguments.work.mkdir(parents=True, exist_ok=True)


def main() -> int:
    own = parser()
    own.add_argument("--decks", type=Path, action="append", help="folder of decks (again for more)")
    arguments = own.parse_args()
    try:
        prepare(arguments)
        decks = chosen_decks(arguments.decks)
        arguments.decks = arguments.decks or deck_folders()
        if arguments.resume and not (arguments.work / CHECKPOINT).exists():
            raise NoDecks(f"got --resume, expected a checkpoint in {arguments.work}; start without --resume")
        train(decks, arguments)
    except REPORTED_ERRORS as error:
        print(f"train: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
