import { expect, it } from 'vitest';
import type { SealedTurn } from '../../dialects/neutral/sealed-turn.ts';
import { KeptThinking, type ThinkingPlace } from './kept-thinking.ts';

const place: ThinkingPlace = {
  tokenId: 1,
  channelId: 2,
  keyId: 7,
  upstreamModel: 'm',
  dialect: 'gemini',
  said: 'What is there?',
};
const turnOf = (id: string, length = 1): SealedTurn => ({
  thinking: [
    { kind: 'thinking', text: 'a'.repeat(length), isSummary: false, seal: { dialect: 'gemini', value: 's' } },
  ],
  calls: [{ id, name: 'look', seal: null }],
});

it('is found for an hour at its place alone', () => {
  let nowMs = 0;
  const kept = new KeptThinking({ monotonicMs: () => nowMs });
  kept.note(place, turnOf('a'));
  expect(kept.find(place, 'a')).toEqual(turnOf('a'));
  const others = [
    { tokenId: 2 },
    { channelId: 3 },
    { keyId: 8 },
    { upstreamModel: 'n' },
    { dialect: 'openai-responses' as const },
    { said: 'What else?' },
  ];
  for (const other of others) expect(kept.find({ ...place, ...other }, 'a')).toBeUndefined();
  nowMs = 60 * 60 * 1000;
  expect(kept.find(place, 'a')).toBeUndefined();
  expect(kept.placeOf(1, 'a')).toBeNull();
});

it('calls of one id stand beside each other where something else was said', () => {
  const kept = new KeptThinking({ monotonicMs: () => 0 });
  kept.note(place, turnOf('a'));
  kept.note({ ...place, channelId: 3, said: 'What else?' }, turnOf('a', 2));
  expect(kept.find(place, 'a')).toEqual(turnOf('a'));
  expect(kept.placeOf(1, 'a')).toMatchObject({ channelId: 3, keyId: 7 });
  expect(kept.placeOf(2, 'a')).toBeNull();
});

it('the oldest is forgotten where there is no room', () => {
  const kept = new KeptThinking({ monotonicMs: () => 0 });
  for (let number = 0; number < 100; number += 1) kept.note(place, turnOf(`call-${number}`, 2 ** 18));
  expect(kept.find(place, 'call-0')).toBeUndefined();
  expect(kept.placeOf(1, 'call-0')).toBeNull();
  expect(kept.find(place, 'call-99')).toBeDefined();
});

it.each<[string, (turn: SealedTurn) => void]>([
  ['names of calls', ({ calls: [call] }) => Object.assign(call as object, { name: 'n'.repeat(2 ** 18) })],
  ['ids of calls', ({ calls }) => calls.push({ id: 'i'.repeat(2 ** 18), name: '', seal: null })],
  ['parts', ({ calls }) => calls.push(...Array(2048).fill({ id: 'a', name: '', seal: null }))],
])('%s take room too', (_what, grow) => {
  const kept = new KeptThinking({ monotonicMs: () => 0 });
  for (let number = 0; number < 100; number += 1) {
    const turn = turnOf(`call-${number}`);
    grow(turn);
    kept.note(place, turn);
  }
  expect(kept.find(place, 'call-0')).toBeUndefined();
  expect(kept.find(place, 'call-99')).toBeDefined();
});
