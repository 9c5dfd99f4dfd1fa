import { expect, it } from 'vitest';
import type { SealedTurn } from '../dialects/neutral/sealed-turn.ts';
import { KeptThinking } from './kept-thinking.ts';

const turnOf = (id: string, length = 1): SealedTurn => ({
  thinking: [
    { kind: 'thinking', text: 'a'.repeat(length), isSummary: false, seal: { dialect: 'gemini', value: 's' } },
  ],
  calls: [{ id, name: 'look', seal: null }],
});

it('is found by its user and its own dialect for an hour', () => {
  let nowMs = 0;
  const kept = new KeptThinking({ monotonicMs: () => nowMs });
  kept.note(1, turnOf('a'));
  expect(kept.find(1, 'a', 'gemini')).toEqual(turnOf('a'));
  expect(kept.find(2, 'a', 'gemini')).toBeUndefined();
  expect(kept.find(1, 'a', 'anthropic-messages')).toBeUndefined();
  nowMs = 60 * 60 * 1000;
  expect(kept.find(1, 'a', 'gemini')).toBeUndefined();
});

it('the oldest is forgotten where there is no room', () => {
  const kept = new KeptThinking({ monotonicMs: () => 0 });
  for (let number = 0; number < 100; number += 1) kept.note(1, turnOf(`call-${number}`, 2 ** 18));
  expect(kept.find(1, 'call-0', 'gemini')).toBeUndefined();
  expect(kept.find(1, 'call-99', 'gemini')).toBeDefined();
});
