import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LearnedTraits, ModelTraits } from './model-traits.ts';

const routeTo = (id: number, upstreamModel: string) => ({ channel: { id }, upstreamModel });

describe('learned traits', () => {
  it('are of one model on one channel', () => {
    const learned = new LearnedTraits();
    learned.learn(routeTo(1, 'm')).limitMember = 'max_tokens';

    expect(learned.of(routeTo(1, 'm')).limitMember).toBe('max_tokens');
    expect(learned.of(routeTo(1, 'other')).limitMember).toBeNull();
    expect(learned.of(routeTo(2, 'm')).limitMember).toBeNull();
  });

  it('forget the model that has been known longest, and no other', () => {
    const learned = new LearnedTraits();
    for (let i = 0; i < 10_000; i += 1) learned.learn(routeTo(1, `model-${i}`)).refusedTokens = i;

    learned.learn(routeTo(1, 'one-more'));

    const mostOf = (model: string) => learned.of(routeTo(1, model)).refusedTokens;
    expect([mostOf('model-0'), mostOf('model-1'), mostOf('model-2')]).toEqual([null, 1, 2]);
  });
});

describe('hidden tokens', () => {
  function learnedFrom(reports: readonly number[]): number {
    const traits = new ModelTraits();
    for (const tokens of reports) traits.noteHidden({ input: tokens - 100, output: null });
    return traits.hiddenInput;
  }

  it('is what reports exceed the expected 100 by, never less than nothing', () => {
    expect(learnedFrom([600, 600, 600])).toBe(500);
    expect(learnedFrom([20, 20, 20])).toBe(0);
    expect(learnedFrom([])).toBe(0);
  });

  it('does not follow a single odd report, however early or large it is', () => {
    expect(learnedFrom([9_000_000])).toBe(0);
    expect(learnedFrom([9_000_000, 600])).toBe(500);
    expect(learnedFrom([600, 600, 9_000_000, 600])).toBe(500);
  });

  it('covers what one call in ten adds, and forgets what 64 calls have not added', () => {
    const withTools = Array.from({ length: 64 }, (_, index) => (index % 10 === 0 ? 2100 : 600));
    expect(learnedFrom(withTools)).toBe(2000);
    expect(learnedFrom([...withTools, ...new Array(64).fill(600)])).toBe(500);
  });

  it('is bounded, whatever one user makes an upstream report', () => {
    expect(learnedFrom(new Array(64).fill(90_000_000))).toBe(32_768);
  });

  it('is known of the output where a limit was sent', () => {
    const traits = new ModelTraits();
    for (let i = 0; i < 3; i += 1) traits.noteHidden({ input: 500, output: 7 });
    expect(traits.hiddenOutput).toBe(7);
  });

  it('is the count below the largest sixteenth of the last 64', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40_000), { minLength: 1, maxLength: 200 }), (reports) => {
        const last = reports.slice(-64).map((tokens) => Math.min(Math.max(0, tokens - 100), 32_768));
        const leftOut = Math.max(1, Math.floor(last.length / 16));
        const expected = last.sort((a, b) => a - b).at(-1 - leftOut);
        return learnedFrom(reports) === (last.length === 1 ? 0 : expected);
      }),
    );
  });
});

describe('lengths of answers', () => {
  it('are known from the fourth answer on', () => {
    const traits = new ModelTraits();
    for (const tokens of [10, 20, 30]) traits.noteLength(tokens);
    expect([traits.longAnswer, traits.usualAnswer]).toEqual([null, null]);

    traits.noteLength(40);

    expect([traits.longAnswer, traits.usualAnswer]).toEqual([30, 30]);
  });
});
