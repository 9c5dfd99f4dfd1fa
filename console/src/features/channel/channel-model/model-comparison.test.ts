import { describe, expect, it } from 'vitest';
import { isSameModels, rowsNaming, testModelAmong } from './model-comparison.ts';

describe('models of a channel beside those of its provider', () => {
  it('calls lists the same in whatever order', () => {
    expect(isSameModels(['a', 'b'], ['b', 'a'])).toBe(true);
    expect(isSameModels(['a'], ['a', 'b'])).toBe(false);
  });

  it('keeps the test model while the channel has it', () => {
    expect(testModelAmong(['gpt-*'], 'gpt-5', 'o3')).toBe('gpt-5');
    expect(testModelAmong(['o3'], 'gpt-5', 'o3')).toBe('o3');
    expect(testModelAmong(['x'], 'gpt-5', 'o3')).toBe('');
    expect(testModelAmong(['o3'], '', 'o3')).toBe('');
  });

  it('finds the rows of a mapping that name a model on either side', () => {
    const rows = [
      { from: 'alias', to: '+gone' },
      { from: 'gone', to: 'b' },
      { from: 'a', to: 'b' },
    ];
    expect(rowsNaming(rows, new Set(['gone']))).toEqual(rows.slice(0, 2));
  });
});
