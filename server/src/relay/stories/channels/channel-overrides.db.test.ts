import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { FakeUpstream } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const call = { model: 'm', max_tokens: 5, temperature: 1, messages: [{ role: 'user', content: 'Hi' }] };

describe.each(anyDatabase)('a channel that changes its requests, on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let vendor: FakeUpstream;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
    for (const model of ['m', 'upstream-m']) await gateway.seed.price({ model, input: 1, output: 1 });
    vendor = await FakeUpstream.start({ refuses: () => null });
  });
  afterEach(async () => {
    await gateway.stop();
    await vendor.stop();
    await drop();
  });

  const ask = async (body: object = call) => {
    const reply = await gateway.post(user.token, body);
    expect(reply.status, await reply.clone().text()).toBe(200);
    return vendor.received[0];
  };

  it('sets headers, and leaves out those of its provider', async () => {
    await gateway.seed.channel({
      ...{ model: 'm', baseUrl: vendor.url },
      model_headers: JSON.stringify({ 'X-Team': 'research', Authorization: null }),
    });
    const received = await ask();
    expect(received?.headers['x-team']).toBe('research');
    expect(received?.headers.authorization).toBeUndefined();
  });

  it.each([
    ['only-mine', 'only-mine'],
    [null, undefined],
  ])('sets or leaves out headers that its caller sends: %s', async (set, received) => {
    const channel = await gateway.seed.channel({
      ...{ model: 'm', type: 14, model_headers: JSON.stringify({ 'Anthropic-Beta': set }) },
    });
    const reply = await fetch(`${gateway.url}/v1/messages`, {
      method: 'POST',
      headers: {
        ...{ 'x-api-key': user.token, 'content-type': 'application/json' },
        ...{ 'anthropic-beta': 'refused-there', 'anthropic-version': '2023-01-01' },
      },
      body: JSON.stringify(call),
    });
    expect(reply.status).toBe(200);
    const [request] = gateway.upstream(channel).received;
    expect(request?.headers['anthropic-beta']).toBe(received);
    expect(request?.headers['anthropic-version']).toBe('2023-01-01');
  });

  it('adds what a request lacks, and keeps what it says', async () => {
    await gateway.seed.channel({
      ...{ model: 'm', baseUrl: vendor.url },
      custom_parameter: JSON.stringify({ temperature: 0, seed: 7, extra: { a: [1] }, top_p: null }),
    });
    expect((await ask({ ...call, top_p: 0.5 }))?.body).toEqual({
      ...{ ...call, top_p: 0.5 },
      ...{ seed: 7, extra: { a: [1] } },
    });
  });

  it('replaces and leaves out what it says, where it is told to', async () => {
    await gateway.seed.channel({
      ...{ model: 'm', baseUrl: vendor.url, mapping: { m: 'upstream-m' } },
      custom_parameter: JSON.stringify({
        ...{ overwrite: true, temperature: 0, top_p: null, seed: 1 },
        per_model: { m: { seed: 2 }, other: { seed: 3 } },
      }),
    });
    expect((await ask({ ...call, top_p: 0.5 }))?.body).toEqual({
      ...{ model: 'upstream-m', max_tokens: 5, temperature: 0, messages: call.messages, seed: 2 },
    });
  });

  it('fills in what it wants of a call, safe for where it stands', async () => {
    await gateway.seed.price({ model: 'm"ü', input: 1, output: 1 });
    await gateway.seed.channel({
      ...{ model: 'm"ü', baseUrl: vendor.url, mapping: { 'm"ü': 'upstream-m' }, channelKey: 'the-key' },
      model_headers: JSON.stringify({
        ...{ 'X-Caller': '{{user_id}}/{{ group }}/{{model}}>{{upstream_model}}', Authorization: null },
        ...{
          'x-api-key': '{{api_key}}',
          'x-both': '{{api_key}} of {{user_id}}',
          'x-request': '{{request_id}}',
        },
      }),
      custom_parameter: JSON.stringify({
        metadata: { who: 'u{{user_id}}', what: ['{{model}}', '{{other}}'] },
      }),
    });
    const reply = await gateway.post(user.token, { ...call, model: 'm"ü' });
    expect(reply.status, await reply.clone().text()).toBe(200);
    const received = vendor.received[0];
    expect(received?.headers).toMatchObject({
      ...{ 'x-caller': `${user.id}/default/m"%C3%BC>upstream-m`, 'x-api-key': 'the-key' },
      ...{ 'x-both': `the-key of ${user.id}`, 'x-request': reply.headers.get('x-request-id') },
    });
    expect(received?.body.metadata).toEqual({ who: `u${user.id}`, what: ['m"ü', '{{other}}'] });

    vendor.answers(400, { error: { message: 'bad key the-key of you', type: 'x' } });
    const refused = await gateway.post(user.token, { ...call, model: 'm"ü' });
    expect(await refused.text()).not.toContain('the-key');
  });

  it('leaves out the first ones too', async () => {
    await gateway.seed.channel({
      ...{ model: 'm', baseUrl: vendor.url },
      custom_parameter: JSON.stringify({ overwrite: true, seed: null, user: null, top_p: null }),
    });
    expect((await ask({ seed: 1, user: 'u', ...call, top_p: 1 }))?.body).toEqual(call);
  });

  it('renames what requests say, and says so', async () => {
    await gateway.seed.channel({
      ...{ model: 'm', baseUrl: vendor.url },
      custom_parameter: JSON.stringify({
        ...{ rename: { max_tokens: 'max_completion_tokens', user: 'safety_identifier' }, overwrite: true },
        ...{ safety_identifier: 'all', per_model: { m: { rename: { seed: 'random_seed' } }, other: {} } },
      }),
    });
    const { max_tokens, ...rest } = call;
    const reply = await gateway.post(user.token, { ...call, user: 'u', seed: 1.0, max_completion_tokens: 7 });
    expect(reply.headers.get('x-turnpike-conversion')).toBe('dropped=max_tokens; renamed=user,seed');
    expect(vendor.received[0]?.body).toEqual({
      ...{ ...rest, safety_identifier: 'all', random_seed: 1, max_completion_tokens: 7 },
    });
    await gateway.post(user.token, call);
    expect(vendor.received[1]?.rawBody).toBe(
      JSON.stringify({ ...call, safety_identifier: 'all' }).replace('max_tokens', 'max_completion_tokens'),
    );
  });

  it('is called at its whole address where that ends with #', async () => {
    await gateway.seed.channel({ model: 'm', baseUrl: `${vendor.url}/any/where?version=2#` });
    expect((await ask())?.path).toBe('/any/where?version=2');
  });
});
