import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const answer = {
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
};

describe('the results of calls by model', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let first: { id: number };
  let second: { id: number };
  let wild: { id: number };
  beforeAll(async () => {
    const modelFallbacks = new Map([['lone', ['m']]]);
    gateway = await startTestGateway({ relayOptions: { retryCooldownSeconds: 0, modelFallbacks } });
    user = await gateway.seed.user({ quota: 1_000_000 });
    for (const model of ['m', 'lone', 'wild-*']) await gateway.seed.price({ model, input: 1, output: 1 });
    first = await gateway.seed.channel({ model: 'm', priority: 2 });
    second = await gateway.seed.channel({ model: 'm', priority: 1 });
    wild = await gateway.seed.channel({ model: 'wild-*,lone' });
  });
  afterAll(() => gateway.stop());

  const works = ({ id }: { id: number }) =>
    gateway.upstream({ id }).does((response) => sendJson(response, 200, JSON.stringify(answer)));
  const fails = ({ id }: { id: number }, status = 500) =>
    gateway
      .upstream({ id })
      .does((response) => sendJson(response, status, JSON.stringify({ error: { message: 'no' } })));
  beforeEach(() => {
    for (const channel of [first, second, wild]) works(channel);
  });
  const ask = async (model: string) => {
    const messages = [{ role: 'user', content: 'Hi' }];
    await (await gateway.post(user.token, { model, messages, max_tokens: 10 })).text();
    return Object.fromEntries(
      gateway.core.relay.modelHours
        .takeHours()
        .map(({ model: name, sums: { calls, failures } }) => [name, [calls, failures]]),
    );
  };

  it('count a call once, answered if any channel answered', async () => {
    fails(first);
    expect(await ask('m')).toEqual({ m: [1, 0] });
    fails(second);
    expect(await ask('m')).toEqual({ m: [1, 1] });
  });

  it('leave out what the caller did wrong', async () => {
    fails(first, 400);
    expect(await ask('m')).toEqual({});
    expect(await ask('unknown')).toEqual({});
  });

  it('count names behind a wildcard under the wildcard', async () => {
    expect(await ask('wild-17')).toEqual({ 'wild-*': [1, 0] });
  });

  it('count a model as failed where another one answered in its place', async () => {
    fails(wild);
    expect(await ask('lone')).toEqual({ lone: [1, 1], m: [1, 0] });
  });

  it('say nothing of groups that are not public', async () => {
    await gateway.store.db.updateTable('user_groups').set({ public: 0 }).execute();
    await gateway.core.routing.reload();
    expect(await ask('m')).toEqual({});
  });
});
