import { describe, expect, it } from 'vitest';
import { readModelList } from './openai-forms.ts';
import { fillPlaces } from './provider.ts';
import { providers } from './provider-registry.ts';

const providerOf = (name: string) => {
  const provider = providers.find((one) => one.name === name);
  if (provider === undefined) throw new Error(`no provider ${name}`);
  return provider;
};
const listOf = (name: string) => providerOf(name).modelList;

describe('a list of models', () => {
  it.each([
    ['as OpenAI has it', { object: 'list', data: [{ id: 'a', object: 'model' }, { id: 'b' }] }, ['a', 'b']],
    ['under models, by name', { models: [{ name: 'a' }] }, ['a']],
    ['under models, by id', { models: [{ id: 'a', name: 'Model A' }] }, ['a']],
    ['bare', [{ id: 'a' }, { name: 'b' }], ['a', 'b']],
    ['of texts', ['a', 'b'], ['a', 'b']],
    ['in both ways', { data: [{ id: 'a' }], models: [{ name: 'x' }] }, ['a']],
    ['that is empty', { data: [] }, []],
    ['with entries that name nothing', { data: [null, 1, {}, { id: 2 }, [], { id: 'a' }] }, ['a']],
  ])('%s is read', (_what, body, names) => {
    expect(readModelList(body)).toEqual(names);
  });

  it.each([null, undefined, 'text', 5, true, {}, { data: {} }, { error: { message: 'no' } }])(
    'is not %j',
    (body) => {
      expect(readModelList(body)).toBeNull();
    },
  );

  it.each([
    ['openai', '/v1/models'],
    ['groq', '/v1/models'],
    ['baidu', '/v2/models'],
    ['zhipu', '/models'],
    ['custom', '/v1/models'],
    ['anthropic', '/v1/models?limit=1000'],
    ['gemini', '/v1beta/models?pageSize=1000'],
  ])('of %s is at %s', (name, path) => {
    expect(listOf(name)?.path).toBe(path);
  });

  it.each(['azure-openai', 'azure-openai-v1', 'demo', 'xunfei'])('is not asked of %s', (name) => {
    expect(listOf(name)).toBeUndefined();
  });

  it('of Gemini has the names that calls use, of what can be called', () => {
    const models = [
      { name: 'models/gemini-2.5-flash', supportedGenerationMethods: ['generateContent', 'countTokens'] },
      { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
      { name: 'models/gemini-live', supportedGenerationMethods: ['bidiGenerateContent'] },
      { name: 'models/imagen-4.0-generate-001', supportedGenerationMethods: ['predict'] },
      { name: 'models/veo-3.1', supportedGenerationMethods: ['predictLongRunning'] },
      { name: 'models/aqa', supportedGenerationMethods: ['generateAnswer'] },
      { name: 'tunedModels/mine' },
    ];
    expect(listOf('gemini')?.read({ models })).toEqual([
      'gemini-2.5-flash',
      'gemini-embedding-001',
      'gemini-live',
      'imagen-4.0-generate-001',
      'veo-3.1',
      'tunedModels/mine',
    ]);
    expect(listOf('gemini')?.read('<html>')).toBeNull();
  });

  it('of Cloudflare and Databricks has names, not numbers', () => {
    const result = [{ id: '0c26eaa2', name: '@cf/meta/llama-3.2-3b-instruct' }];
    expect(listOf('cloudflare')?.read({ success: true, result })).toEqual(['@cf/meta/llama-3.2-3b-instruct']);
    expect(listOf('cloudflare')?.read({ success: false })).toBeNull();
    expect(listOf('databricks')?.read({ endpoints: [{ id: '1', name: 'mine' }] })).toEqual(['mine']);
    expect(listOf('databricks')?.read({})).toBeNull();
  });
});

describe('a balance', () => {
  const read = (name: string, body: unknown) => providerOf(name).balance?.read(body);

  it.each([
    [
      'deepseek',
      {
        is_available: true,
        balance_infos: [
          { currency: 'CNY', total_balance: '110.00', granted_balance: '10.00', topped_up_balance: '100.00' },
        ],
      },
      { amount: '110.00', currency: 'CNY' },
    ],
    [
      'moonshot',
      { code: 0, data: { available_balance: 49.58894, voucher_balance: 46.58893, cash_balance: 3.00001 } },
      { amount: 49.58894 },
    ],
    ['siliconflow', { code: 20000, data: { balance: '0.88', totalBalance: '88.88' } }, { amount: '88.88' }],
    ['openrouter', { data: { total_credits: 100.5, total_usage: 25.75 } }, { amount: 74.75 }],
    ['recraft', { id: 'u', email: 'a@b.c', name: 'n', credits: 1250 }, { amount: 1.25 }],
  ])('of %s is read', (name, body, balance) => {
    expect(read(name, body)).toEqual(balance);
  });

  it('of DeepSeek is the purse with money in it', () => {
    const purses = [
      { currency: 'CNY', total_balance: '0.00' },
      { currency: 'USD', total_balance: '4.20' },
    ];
    expect(read('deepseek', { balance_infos: purses })).toEqual({ amount: '4.20', currency: 'USD' });
    expect(read('deepseek', { balance_infos: purses.slice(0, 1) })).toMatchObject({ currency: 'CNY' });
  });

  it.each(providers.filter(({ balance }) => balance).map(({ name }) => name))(
    'of %s is not in garbage',
    (name) => {
      for (const body of [null, 'text', 5, [], {}, { data: null }, { balance_infos: [{}] }, { data: {} }])
        expect(read(name, body)).toBeNull();
    },
  );
});

it('paths of both stand below a base address and have no places left', () => {
  const paths = providers
    .flatMap(({ modelList, balance }) => [modelList?.path ?? [], balance?.path ?? []])
    .flat();
  for (const path of paths) {
    expect(path).toMatch(/^\/[^{}]+$/);
    expect(fillPlaces(path, { keyParts: {}, other: '' })).toBe(path);
  }
});
