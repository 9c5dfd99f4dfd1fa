import { createRequire } from 'node:module';
import { keyParts } from '@turnpike/contract';
import type { BuiltInList } from '@turnpike/contract/catalogues/built-in-models';
import { describe, expect, it } from 'vitest';
import { fillPlaces, readKey } from './provider.ts';
import { findProvider, providers } from './provider-registry.ts';
import { retiredProviders } from './retired-providers.ts';

const { models } = createRequire(import.meta.url)(
  '@turnpike/contract/catalogues/built-in-models.json',
) as BuiltInList;
const priced = new Set(models.map(({ model }) => model));

const exampleOf = (provider: (typeof providers)[number]) => {
  const { key, other, places } = provider;
  const text = key?.reads ? key.example : (key?.parts?.map((part) => `a-${part}`).join('|') ?? 'a-key');
  const channel = { keyParts: readKey(key, text) ?? {}, other: other?.example ?? '' };
  return { ...channel, places: places?.(channel) ?? {} };
};

describe('the providers', () => {
  it('have numbers and names of their own', () => {
    expect(new Set(providers.map(({ typeId }) => typeId)).size).toBe(providers.length);
    expect(new Set(providers.map(({ name }) => name)).size).toBe(providers.length);
    expect(providers.filter(({ name }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  it('do not have the numbers of retired ones, and stand in their place', () => {
    expect(retiredProviders.filter(({ typeId }) => findProvider(typeId) !== undefined)).toEqual([]);
    const successors = retiredProviders.flatMap((retired) => retired.successors);
    expect(successors.filter((typeId) => findProvider(typeId) === undefined)).toEqual([]);
  });

  it('begin with models that have a price, and test one of them unless they only make tasks', () => {
    const offered = providers.flatMap((provider) => provider.models);
    expect(offered.filter((model) => !priced.has(model))).toEqual([]);
    // A test would make a task, which costs.
    const isOfTasks = ({ forms, tasks }: (typeof providers)[number]) =>
      forms.length === 0 && tasks !== undefined;
    const strange = providers.filter((provider) => {
      const { models: own, testModel } = provider;
      const isUntested = own.length === 0 || isOfTasks(provider);
      return (testModel === '') !== isUntested || !own.concat('').includes(testModel);
    });
    expect(strange.map(({ name }) => name)).toEqual([]);
  });
});

describe.each(providers.map((provider) => ({ name: provider.name, provider })))('$name', ({ provider }) => {
  it('has an address without places that nothing fills, and no version that its paths repeat', () => {
    const address = fillPlaces(provider.baseUrl, exampleOf(provider));
    expect(address).not.toMatch(/[{}]/);
    if (address === '') return;
    expect(new URL(address).protocol).toBe('https:');
    const version = /\/v\d+$/.exec(address)?.[0];
    for (const { path } of provider.forms) {
      expect(fillPlaces(path, exampleOf(provider)).replace('{model}', 'm')).toMatch(/^\/[^{}]+$/);
      if (version !== undefined) expect(path).not.toMatch(/^\/v\d/);
    }
  });

  it('sends the key, and nothing where there is none', () => {
    const { keyParts: parts } = exampleOf(provider);
    const sent = JSON.stringify(provider.headers(exampleOf(provider)));
    if (provider.key === null || provider.signs !== undefined) return;
    expect(sent).toContain(`a-${parts.token === undefined ? 'key' : 'token'}`);
    if (provider.key.isOptional) expect(provider.headers({ keyParts: {}, other: '' })).toEqual({});
  });

  it('shows an example that is made of the parts of its key', () => {
    expect(readKey(provider.key, provider.key?.example ?? '')).not.toBeNull();
    expect(provider.key?.parts?.filter((part) => !keyParts.includes(part)) ?? []).toEqual([]);
  });
});

describe('a key', () => {
  const format = { parts: ['account_id', 'token'], example: 'a|b', site: '' } as const;

  it.each([
    ['a|b', { account_id: 'a', token: 'b' }],
    [' a | b ', { account_id: 'a', token: 'b' }],
    ['a', null],
    ['a|', null],
    ['a|b|c', null],
    ['', {}],
  ])('of two parts: %j', (text, parts) => {
    expect(readKey(format, text)).toEqual(parts);
  });

  it('of one part may hold any sign', () => {
    expect(readKey({ example: 'sk', site: '' }, 'a|b')).toEqual({ key: 'a|b' });
  });

  it('is one part of an address, whatever it holds', () => {
    const channel = { keyParts: { account_id: '../../x?y#z' }, other: '' };
    expect(fillPlaces('https://a.b/accounts/{account_id}/ai', channel)).toBe(
      'https://a.b/accounts/..%2F..%2Fx%3Fy%23z/ai',
    );
  });
});
