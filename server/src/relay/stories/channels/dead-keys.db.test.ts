import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const asked = { messages: [{ role: 'user', content: 'Permission denied' }] };

describe('a key that will not work again by itself', () => {
  let gateway: TestGateway;
  let caller: SeededUser;
  let channel: { id: number };
  const options = { disablesFailingKeys: true, disableKeywords: ['permission denied'] };
  beforeAll(async () => {
    gateway = await startTestGateway({ relayOptions: options });
    caller = await gateway.seed.user({ quota: 1_000_000_000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 1 });
    channel = await gateway.seed.channel({ model: 'm' });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    options.disablesFailingKeys = true;
    gateway.deadKeys.length = 0;
  });

  const answerWith = async (status: number, message: string) => {
    gateway
      .upstream(channel)
      .does((response) => sendJson(response, status, JSON.stringify({ error: { message, type: 'x' } })));
    await (await gateway.post(caller.token, { model: 'm', ...asked })).text();
    return gateway.deadKeys.map(({ channelId, code }) => ({ channelId, code }));
  };

  it.each([
    [401, 'Invalid key', 'upstream.key_refused'],
    [402, 'No credit', 'upstream.out_of_credit'],
    [500, 'PERMISSION DENIED for this project', 'upstream.error'],
  ])('is reported after %i %s', async (status, message, code) => {
    expect(await answerWith(status, message)).toEqual([{ channelId: channel.id, code }]);
  });

  it.each([
    [400, 'cannot read: Permission denied'],
    [400, "Invalid value: 'You exceeded your current quota'. Supported values are: 'low'."],
    [429, 'slow down'],
    [500, 'out of memory'],
  ])('is none after %i %s', async (status, message) => {
    expect(await answerWith(status, message)).toEqual([]);
  });

  it('is left alone where the option is off', async () => {
    options.disablesFailingKeys = false;
    expect(await answerWith(401, 'Invalid key')).toEqual([]);
  });
});
