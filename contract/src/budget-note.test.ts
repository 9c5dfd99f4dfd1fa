import { expect, it } from 'vitest';
import type { BudgetNote } from './budget-note.ts';
import { formatGatewayNote, parseGatewayNote } from './gateway-note.ts';

const ofKey = { owner: 'token', ownerId: 5, period: 'day', model: '', unit: 'points' } as const;
const ofChannel = { owner: 'channel', ownerId: 7, period: 'hours', model: 'gpt-5*', unit: 'tokens' } as const;

it.each<[BudgetNote, string]>([
  [{ about: 'budgetReset', ...ofKey, points: 30 }, 'budget (reset): token 5, day, −30, *'],
  [{ about: 'budgetReset', ...ofChannel, points: 9 }, 'budget (reset): channel 7, hours, −9 tokens, gpt-5*'],
  [{ about: 'budgetAlert', ...ofKey, used: 80, points: 100 }, 'budget (alert): token 5, day, 80/100, *'],
  [
    { about: 'budgetOverride', ...ofChannel, points: 50, until: 1_800_000_000 },
    'budget (override): channel 7, hours, 50<1800000000 tokens, gpt-5*',
  ],
])('a note about a budget is read as it was written', (note, text) => {
  expect(formatGatewayNote(note)).toBe(text);
  expect(parseGatewayNote(text)).toEqual(note);
});

it.each([
  'budget (reset): nobody 5, day, −30, *',
  'budget (alert): token 5, year, 3/4, *',
  'budget (reset): token 5, day, −3 apples, *',
])('%s is what a person wrote', (text) => {
  expect(parseGatewayNote(text)).toBeUndefined();
});
