import { describe, expect, it } from 'vitest';
import { compareModels, isSameModels, rowsNaming, testModelAmong } from './model-comparison.ts';

describe('models of a channel beside those of its provider', () => {
  it('tells what would come, go and stay', () => {
    expect(compareModels(['a', 'own'], ['a', 'b'])).toEqual({ added: ['b'], removed: ['own'], kept: ['a'] });
    expect(compareModels([], ['a'])).toEqual({ added: ['a'], removed: [], kept: [] });
  });

  it('takes a name with a * for all that begin so', () => {
    expect(compareModels(['gpt-*', 'llama-*'], ['gpt-5', 'gpt-5-mini', 'o3'])).toEqual({
      ...{ added: ['o3'], removed: ['llama-*'], kept: ['gpt-*'] },
    });
  });

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
