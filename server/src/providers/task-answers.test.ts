import { describe, expect, it } from 'vitest';
import { cancelWhile, refusedBy, wordsOf } from './task-answers.ts';
import type { TaskLook, VendorRequest } from './task-form.ts';

describe('a task that is cancelled', () => {
  it.each([
    ['queued', true, ['DELETE']],
    ['running', false, []],
    ['done', false, []],
    ['missing', false, []],
    ['cancelled', true, []],
  ] as const)('in the state %s', async (state, isCancelled, sent) => {
    const methods: string[] = [];
    const ask = async ({ method }: VendorRequest) => {
      methods.push(method);
      return { status: 204, json: null, text: '' };
    };
    const look = async (): Promise<TaskLook> => ({ state });
    const cancel = cancelWhile(['queued'], look, () => ({ method: 'DELETE', path: '/x' }));
    expect(await cancel({ upstreamId: 'x', action: '', model: '', ticket: {} }, ask)).toBe(isCancelled);
    expect(methods).toEqual(sent);
  });
});

describe('a refusal', () => {
  const answer = (status: number, json: unknown) => ({ status, json, text: 'text' });

  it.each([
    [{ error: { message: 'a' } }, 'a'],
    [{ error: 'b' }, 'b'],
    [{ message: 'c' }, 'c'],
    [{ detail: 'd' }, 'd'],
    [null, 'text'],
    [{ error: 5 }, 'text'],
  ])('%j has words', (json, words) => {
    expect(wordsOf(answer(400, json))).toBe(words);
  });

  it.each([
    [200, 'upstream.bad_request'],
    [402, 'upstream.out_of_credit'],
    [429, 'upstream.rate_limited'],
    [503, 'upstream.overloaded'],
  ])('with status %i has the code %s', (status, code) => {
    expect(refusedBy(answer(status, {})).refused).toBe(code);
  });
});
