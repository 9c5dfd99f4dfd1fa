import { describe, expect, it } from 'vitest';
import { compareModels } from './compare-models.ts';

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

  it('follows a mapping to what the provider is asked for', () => {
    const mapping = { alias: '+real', dead: 'gone', 'gpt-*': 'ignored' };
    expect(compareModels(['alias', 'dead', 'gpt-*'], ['real', 'new', 'gpt-5'], mapping)).toEqual({
      ...{ added: ['new'], removed: ['dead'], kept: ['alias', 'gpt-*'] },
    });
  });

  it('lets a provider offer names with a * too', () => {
    expect(compareModels(['openai/gpt-5'], ['openai/*'])).toEqual({
      ...{ added: ['openai/*'], removed: [], kept: ['openai/gpt-5'] },
    });
  });

  it('is quick with thousands of names', () => {
    const names = Array.from({ length: 5000 }, (_, at) => `model-${at}`);
    const startedAt = performance.now();
    expect(compareModels(names, names.toReversed()).kept).toHaveLength(5000);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
