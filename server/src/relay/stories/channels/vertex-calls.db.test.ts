import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { giveToken, serviceAccount } from '../../../../test/suites/given-token.ts';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const VERTEX = 42;
const answer = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', stop_reason: 'end_turn' },
  content: [{ type: 'text', text: 'Hello' }],
  usage: { input_tokens: 9, output_tokens: 2 },
};

describe.each(anyDatabase)('calls of Vertex AI on $name', ({ open }) => {
  let gateway: TestGateway;
  let google: FakeUpstream;
  let user: SeededUser;
  let drop: () => Promise<void>;
  let tokens: number;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.seed.price({ model: 'claude', input: 1, output: 1 });
    tokens = 0;
    google = await FakeUpstream.start({
      refuses({ request, received }) {
        if (request.url === '/token') {
          tokens += 1;
          return giveToken(received?.body ?? {}) ?? { status: 400, body: '{"error":"invalid_grant"}' };
        }
        return request.headers.authorization === 'Bearer ya29.x' ? null : { status: 401, body: '{}' };
      },
    });
    google.does((response) => sendJson(response, 200, JSON.stringify(answer)));
  });
  afterEach(async () => {
    await google.stop();
    await gateway.stop();
    await drop();
  });

  const channelFor = (name: string) =>
    gateway.seed.channel({
      ...{ model: 'claude', type: VERTEX, baseUrl: google.url },
      channelKey: serviceAccount(`${google.url}/token`).replaceAll('…', name),
    });
  const messages = [{ role: 'user', content: 'Hi' }];

  it('converts a chat for Claude, which the address names, and fetches one token for several calls', async () => {
    await channelFor('x');
    const ask = () => gateway.post(user.token, { model: 'claude', messages, max_tokens: 5 });
    const replies = await Promise.all([ask(), ask()]);
    replies.push(await ask());

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [received] = google.received;
    expect(received?.path).toBe(
      '/v1/projects/my-project/locations/global/publishers/anthropic/models/claude:rawPredict',
    );
    expect(received?.body).toMatchObject({ anthropic_version: 'vertex-2023-10-16', max_tokens: 5 });
    expect(received?.body).not.toHaveProperty('model');
    expect(tokens).toBe(1);
  });

  it('says that the key was refused where there is no token for it', async () => {
    await channelFor('…');
    const reply = await gateway.post(user.token, { model: 'claude', messages });
    expect(reply.headers.get('x-error-code')).toBe('upstream.key_refused');
    expect(google.received).toEqual([]);
    expect(await gateway.quotaOf(user)).toBe(1_000_000);
  });
});
