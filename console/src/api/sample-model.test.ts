import { describe, expect, it } from 'vitest';
import { callableModel, sampleModel } from './sample-model.ts';

const price = (ratio: number) => ({ type: 'tokens', input: ratio, output: ratio });
const model = (ratio: number, ...groups: string[]) => ({
  ...{ owned_by: 'Acme', price: price(ratio) },
  groups: groups.length > 0 ? groups : ['default'],
});
const models = {
  'a-embedding': model(0.01),
  'claude-haiku-4-5': model(0.5),
  'gpt-5': model(2),
  'gpt-5-mini': model(0.3),
  'vip-chat': model(0.1, 'vip'),
} as never;
const key = (allowed_models: string[], group = '', ...spare_groups: string[]) => ({
  key: { allowed_models, group, spare_groups },
  ownGroup: 'default',
});

describe('the model of sample calls', () => {
  it('is the cheapest one for chat that the reader may use', () => {
    expect(sampleModel(models, { ownGroup: 'default' })).toBe('gpt-5-mini');
    expect(sampleModel(models)).toBe('vip-chat');
  });

  it('is one that the key may use, by name or by pattern', () => {
    expect(sampleModel(models, key(['claude-haiku-4-5']))).toBe('claude-haiku-4-5');
    expect(sampleModel(models, key(['gpt-*']))).toBe('gpt-5-mini');
    expect(sampleModel(models, key([], 'vip'))).toBe('vip-chat');
    expect(sampleModel(models, key(['vip-chat'], '', 'vip'))).toBe('vip-chat');
  });

  it('is named by the key where the site lists a pattern, or nothing', () => {
    expect(sampleModel({ 'gpt-*': model(1) } as never, key(['gpt-6']))).toBe('gpt-6');
    expect(sampleModel({}, key(['o-*', 'gpt-6']))).toBe('gpt-6');
    expect(sampleModel({})).toBe('gpt-4o-mini');
    expect(callableModel({ 'gpt-*': model(1) } as never)).toBeUndefined();
  });

  it('is not one that failed lately while there is another', () => {
    const failing = new Set(['gpt-5-mini']);
    expect(sampleModel(models, { ownGroup: 'default', failing })).toBe('claude-haiku-4-5');
    expect(sampleModel(models, { ...key(['gpt-5-mini']), failing })).toBe('gpt-5-mini');
  });

  it('is the preferred one where that can be called', () => {
    expect(sampleModel(models, { preferred: 'gpt-5' })).toBe('gpt-5');
    expect(sampleModel(models, { preferred: 'gone', ownGroup: 'default' })).toBe('gpt-5-mini');
    expect(sampleModel(undefined, { preferred: 'tested' })).toBe('tested');
  });
});
