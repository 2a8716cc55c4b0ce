"""The reward in the real trainer: GRPOTrainer of trl trains a model of a few hundred weights for two steps, offline.

Skipped where trl is not installed (it brings torch): pip install trl, then pytest tests/python/test_trl.py.
"""

from __future__ import annotations

import inspect

import pytest

import fiducial

trl = pytest.importorskip("trl")
pytest.importorskip("torch")

WORDS = ["<pad>", "<end>", "<unk>", "small", "left", "right", "pleural", "effusion", "no", "pneumothorax", "."]


@pytest.fixture
def model_and_tokenizer():
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    raw = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="<unk>"))
    raw.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=raw, pad_token="<pad>", eos_token="<end>", unk_token="<unk>", padding_side="left"
    )
    size = {"n_embd": 8, "n_layer": 1, "n_head": 1, "n_positions": 64}
    config = GPT2Config(vocab_size=len(WORDS), bos_token_id=1, eos_token_id=1, pad_token_id=0, **size)
    return GPT2LMHeadModel(config), tokenizer


def test_a_model_is_trained(model_and_tokenizer, tmp_path):
    from datasets import Dataset

    model, tokenizer = model_and_tokenizer
    reward = fiducial.reward({"radsem": 0.5, "clinical": 0.5})
    seen: list[list[float]] = []

    class Watched(type(reward)):  # the same call, and what came of it
        def __call__(self, completions, **columns):
            assert {"prompts", "completion_ids", "reference"} <= set(columns)
            values = super().__call__(completions, **columns)
            seen.append(values)
            return values

    watched = Watched({"radsem": 0.5, "clinical": 0.5})
    data = Dataset.from_list([{"prompt": "small left", "reference": "Small left pleural effusion."}] * 8)
    options = {
        "output_dir": str(tmp_path),
        "max_steps": 2,
        "per_device_train_batch_size": 4,
        "num_generations": 4,
        "max_completion_length": 8,
        "use_cpu": True,
        "bf16": False,
        "report_to": [],
        "save_strategy": "no",
        "logging_steps": 1,
    }
    trainer = trl.GRPOTrainer(
        model=model,
        reward_funcs=watched,
        args=trl.GRPOConfig(**options),
        train_dataset=data,
        processing_class=tokenizer,
    )
    trainer.train()
    assert len(seen) >= 2 and all(len(values) == 4 for values in seen)
    assert all(0 <= value <= 1 for values in seen for value in values)
    logged = [entry for entry in trainer.state.log_history if "reward" in entry]
    assert logged and logged[0]["reward"] == pytest.approx(sum(seen[0]) / 4, abs=1e-5)
    assert any(f"rewards/{watched.__name__}/mean" in entry for entry in logged)


def test_the_trainers_keywords():
    """What the trainer passes beside the dataset's columns is what our other tests pass."""
    source = inspect.getsource(trl.GRPOTrainer._calculate_rewards)
    assert "prompts=prompts, completions=completions, completion_ids=completion_ids_list" in source
