import type { ChannelView } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { differingFields, notInAll } from './compared-fields.ts';

const channel = {
  ...{ type: 1, status: 1, base_url: '', other: '', models: 'a,b', model_mapping: '', test_model: '' },
  ...{ group: 'default,vip', tag: '', priority: 0, weight: 1, disabled_stream: ['a', 'b'], only_chat: false },
  ...{ dialects: ['openai-chat'], model_headers: '{"a":"1","b":"2"}', custom_parameter: '', plugin: '' },
  ...{ proxy: '', allow_private_network: false, cost_ratio: 0, requests_per_minute: 0 },
  ...{ tokens_per_minute: 0, parallel_calls: 0 },
} as unknown as ChannelView;
const equal = { keys: [1, 1], proxies: [0, 0] };
const differing = (given: Partial<ChannelView>, secrets: typeof equal | undefined = equal) => [
  ...differingFields([channel, { ...channel, ...given }], secrets),
];

describe('the differences between channels', () => {
  it.each([
    ['the order of names', { models: 'b,a', group: 'vip,default', disabled_stream: ['b', 'a'] }],
    ['the order and spaces of JSON', { model_headers: '{ "b": "2", "a": "1" }' }],
    ['a name of its own and its use', { name: 'other', used_quota: 5 } as Partial<ChannelView>],
  ])('are none by %s', (_what, given) => {
    expect(differing(given)).toEqual([]);
  });

  it.each([
    [{ models: 'a' }, ['models']],
    [{ model_headers: '{"a":"1","b":"3"}' }, ['model_headers']],
    [{ custom_parameter: '{"a":[1,2]}' }, ['custom_parameter']],
    [{ weight: 2, tag: 't' }, ['tag', 'weight']],
    [{ only_chat: true }, ['only_chat']],
  ])('are those of %j', (given, fields) => {
    expect(differing(given)).toEqual(fields);
  });

  it('are those of secrets by the server’s marks, which do not guess', () => {
    expect(differing({}, { keys: [1, 2], proxies: [0, 2] })).toEqual(['key', 'proxy']);
    expect(differing({ proxy: 'http://***@proxy' }, equal)).toEqual([]);
    expect(differing({}, { keys: [1, -1], proxies: [-1, -1] })).toEqual([]);
    expect(differing({}, undefined)).toEqual(differing({}, equal));
  });

  it('name what not all of several lists have', () => {
    expect(notInAll([['a', 'b'], ['b', 'c'], ['b']])).toEqual([['a'], ['c'], []]);
  });
});
