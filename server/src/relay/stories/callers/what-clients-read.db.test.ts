import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const hello = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }], max_tokens: 16 };

describe.each(anyDatabase)('what clients read on $name', ({ open }) => {
  let gateway: TestGateway;
  let user: SeededUser;
  let channel: { id: number };
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    user = await gateway.seed.user({ quota: 1000 });
    await gateway.seed.price({ model: 'm', input: 1, output: 3 });
    channel = await gateway.seed.channel({ model: 'm' });
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  const errorOf = async (reply: Response) =>
    ((await reply.json()) as { error: { message: string; type: string; code: string | null } }).error;
  const ask = async (body: object = hello, token = user.token) => errorOf(await gateway.post(token, body));

  it.each([400, 422])(
    'a vendor’s own text of a %i reaches the caller, without key, address and ids; all of it administrators',
    async (status) => {
      const { url } = gateway.upstream(channel);
      gateway.upstream(channel).answers(status, {
        message: `temperature must be at most 2 (upstream-key, ${url}/v1, org-a1B2c3D4e5, help@vendor.example)`,
        type: 'invalid_request_error',
        code: null,
      });

      const { message } = await ask();

      const clean = 'temperature must be at most 2 ([removed], [removed], [removed], [removed])';
      expect(message).toContain(`The provider said: ${clean}`);
      const [row] = await gateway.logRowsOf(user);
      expect(row?.metadata).toMatchObject({
        attempts: [
          {
            status,
            message: `${status} temperature must be at most 2 ([removed], ${url}/v1, org-a1B2c3D4e5, help@vendor.example)`,
          },
        ],
      });
    },
  );

  it('every failed try stands in the log row with what was said, and callers do not see it', async () => {
    gateway
      .upstream(channel)
      .answers(500, { message: 'shard 7 is on fire', type: 'server_error', code: 'x1' });

    expect((await ask()).message).not.toContain('shard');

    const [row] = await gateway.logRowsOf(user);
    expect(row?.metadata).toMatchObject({
      attempts: [{ status: 500, message: '500 x1 shard 7 is on fire' }],
    });
  });

  it('words that clients look for are in them', async () => {
    gateway.upstream(channel).answers(400, { message: 'too long', code: 'context_length_exceeded' });
    expect(await ask()).toMatchObject({
      message: expect.stringContaining("This model's maximum context length is"),
      code: 'context_length_exceeded',
    });
    const overflow = "This model's maximum context length is 8192 tokens.";
    gateway.upstream(channel).answers(400, { message: overflow, type: 'BadRequestError', code: 400 });
    expect(await ask()).toMatchObject({ code: 'context_length_exceeded' });
    gateway.upstream(channel).answers(400, { message: 'no', code: 'content_filter' });
    expect(await ask()).toMatchObject({
      message: expect.stringContaining('content policy'),
      code: 'content_policy_violation',
    });
    expect(await ask(hello, 'sk-wrong')).toMatchObject({
      message: expect.stringContaining('Incorrect API key provided'),
      code: 'invalid_api_key',
    });
    expect(await ask({ ...hello, model: 'gpt-9' })).toMatchObject({
      message: expect.stringContaining('The model `gpt-9` does not exist'),
      code: 'model_not_found',
    });
  });

  it('a browser’s page of another site reads answers and errors of every relayed address', async () => {
    const { url } = gateway;
    for (const path of ['/v1/chat/completions', '/embeddings', '/v1/models', '/v1/models/m']) {
      const asked = await fetch(url + path, { method: 'OPTIONS' });
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      const refused = await fetch(url + path, {
        method: 'PUT',
        headers: { authorization: 'Bearer sk-wrong' },
      });
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([405, '*']);
      expect(refused.headers.get('allow')).toContain('OPTIONS');
    }
    const models = await fetch(`${url}/v1/models`);
    expect([models.status, models.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
    const unknown = await fetch(`${url}/v1/nothing`);
    expect(unknown.headers.get('access-control-allow-origin')).toBe('*');
    expect((await errorOf(unknown)).message).toContain('/v1/nothing');
  });

  it('a key is taken without its scheme, as some clients send it', async () => {
    const models = (authorization: string) =>
      fetch(`${gateway.url}/v1/models`, { headers: { authorization } }).then(({ status }) => status);
    expect(await models(user.token)).toBe(200);
    expect(await models(`Basic ${user.token}`)).toBe(401);
  });

  it('every answer says what the rate leaves', async () => {
    const left = (reply: Response) =>
      ['limit', 'remaining', 'reset'].map((name) => reply.headers.get(`x-ratelimit-${name}-requests`));
    const answered = await gateway.post(user.token, hello);
    const [limit, remaining, reset] = left(answered);
    expect(Number(remaining)).toBe(Number(limit) - 1);
    expect(reset).toMatch(/^\d+s$/);
    const streamed = await gateway.post(user.token, { ...hello, stream: true });
    expect(left(streamed)[1]).not.toBeNull();
    const refused = await gateway.post(user.token, { ...hello, model: 'gpt-9' });
    expect([refused.status, left(refused)[0]]).toEqual([404, limit]);
  });

  it('browsers alone are told which headers a page may read', async () => {
    const exposed = async (headers: Record<string, string>) => {
      const reply = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(hello),
      });
      await reply.text();
      return reply.headers.get('access-control-expose-headers');
    };
    expect(await exposed({ origin: 'https://app.example' })).toContain('x-ratelimit-remaining-requests');
    expect(await exposed({})).toBeNull();
  });
});
