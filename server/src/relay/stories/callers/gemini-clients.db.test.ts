import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';
import { GeminiUpstream, recordingOfGemini } from '../../../../test/upstreams/gemini-upstream.ts';

const hello = {
  contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
  generationConfig: { maxOutputTokens: 500 },
};
const CALL = '/v1beta/models/g:generateContent';

interface GoogleError {
  code: number;
  status: string;
  message: string;
  details: Record<string, unknown>[];
}

// Addresses do not depend on the database; one is enough.
describe('what clients of Gemini read', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  let upstream: GeminiUpstream;
  let channel: { id: number };

  beforeEach(async () => {
    gateway = await startTestGateway({ env: { TURNPIKE_BODY_LIMIT: '100000' } });
    user = await gateway.seed.user({ quota: 10_000 });
    for (const model of ['g', 'gemini-embedding-001', 'no-channel'])
      await gateway.seed.price({ model, input: 1, output: 3 });
    upstream = await GeminiUpstream.start();
    channel = await gateway.seed.channel({
      ...{ model: 'g,gemini-embedding-001,unpriced', type: 25, baseUrl: upstream.url },
    });
  });
  afterEach(async () => {
    await gateway.stop();
    await upstream.stop();
  });

  interface Asked {
    path?: string;
    method?: string;
    headers?: Record<string, string>;
    body?: object | string | null;
  }
  const ask = ({ path = CALL, method = 'POST', headers, body = hello }: Asked = {}) =>
    fetch(gateway.url + path, {
      method,
      headers: headers ?? { 'x-goog-api-key': user.token },
      ...(body !== null && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const errorOf = async (reply: Response): Promise<GoogleError> => {
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    const { error, ...more } = (await reply.json()) as { error: GoogleError };
    expect(more).toEqual({});
    expect(error.code).toBe(reply.status);
    return error;
  };
  const refused = async (asked: Asked) => {
    const { code, status } = await errorOf(await ask(asked));
    return [code, status];
  };

  it.each([
    { what: 'malformed JSON', body: '{"contents":[}', error: [400, 'INVALID_ARGUMENT'] },
    { what: 'a list', body: '[]', error: [400, 'INVALID_ARGUMENT'] },
    { what: 'a missing field', body: '{}', error: [400, 'INVALID_ARGUMENT'] },
    {
      what: 'a wrong type',
      body: { ...hello, generationConfig: { maxOutputTokens: 'many' } },
      error: [400, 'INVALID_ARGUMENT'],
    },
    {
      what: 'a number out of range',
      body: { ...hello, generationConfig: { candidateCount: 1e9 } },
      error: [400, 'INVALID_ARGUMENT'],
    },
    { what: 'too large a body', body: 'x'.repeat(100_001), error: [413, 'INVALID_ARGUMENT'] },
    { what: 'a wrong key', headers: { 'x-goog-api-key': 'sk-wrong' }, error: [401, 'UNAUTHENTICATED'] },
    { what: 'no key', headers: {}, error: [401, 'UNAUTHENTICATED'] },
    { what: 'an unknown model', path: '/v1beta/models/x:generateContent', error: [404, 'NOT_FOUND'] },
    {
      what: 'a model without a price',
      path: '/v1beta/models/unpriced:generateContent',
      error: [404, 'NOT_FOUND'],
    },
    { what: 'an unknown verb', path: '/v1beta/models/g:predictLongRunning', error: [404, 'NOT_FOUND'] },
    { what: 'an inherited name as a verb', path: '/v1beta/models/g:toString', error: [404, 'NOT_FOUND'] },
    { what: 'no verb', path: '/v1beta/models/g', error: [404, 'NOT_FOUND'] },
    { what: 'an unknown path', path: '/v1beta/nothing', error: [404, 'NOT_FOUND'] },
    { what: 'an unknown path of the alias', path: '/gemini/nothing', error: [404, 'NOT_FOUND'] },
    { what: 'the shared version with an unknown verb', path: '/v1/models/g:x', error: [404, 'NOT_FOUND'] },
    { what: 'another method', method: 'PUT', error: [405, 'UNIMPLEMENTED'] },
    {
      what: 'another method in the shared version',
      ...{ method: 'PUT', path: '/v1/models/g:generateContent', body: null, headers: {} },
      error: [405, 'UNIMPLEMENTED'],
    },
    {
      what: 'a broken address',
      path: '/v1beta/models/%zz:generateContent',
      error: [404, 'NOT_FOUND'],
    },
    {
      what: 'control characters',
      path: '/v1beta/models/a%00b:generateContent',
      error: [400, 'INVALID_ARGUMENT'],
    },
  ])('$what is answered with $error', async ({ what: _, error, ...asked }) => {
    expect(await refused(asked)).toEqual(error);
    expect(upstream.received).toEqual([]);
  });

  it('an empty balance is 402, and too many calls 429 with when to try again', async () => {
    const poor = await gateway.seed.user({ quota: 1 });
    expect(await refused({ headers: { 'x-goog-api-key': poor.token } })).toEqual([
      402,
      'FAILED_PRECONDITION',
    ]);
    await gateway.store.db.updateTable('user_groups').set({ api_rate: 1 }).execute();
    await gateway.core.routing.reload();
    await (await ask()).text();
    const reply = await ask();
    const { status, details } = await errorOf(reply);
    expect([reply.status, status]).toEqual([429, 'RESOURCE_EXHAUSTED']);
    const seconds = reply.headers.get('retry-after');
    expect(details).toContainEqual({
      '@type': 'type.googleapis.com/google.rpc.RetryInfo',
      retryDelay: `${seconds}s`,
    });
  });

  it('vectors of a model whose channels speak another dialect are not available', async () => {
    await gateway.seed.channel({ model: 'no-channel' });
    const body = { content: { parts: [{ text: 'Hi' }] } };
    expect(await refused({ path: '/v1beta/models/no-channel:embedContent', body })).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  const invalidKey = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: 'API_KEY_INVALID',
    domain: 'googleapis.com',
  };
  it.each([
    {
      vendor: { code: 400, status: 'INVALID_ARGUMENT', message: 'Invalid value at contents.' },
      answer: [400, 'upstream.bad_request'],
    },
    {
      vendor: { code: 400, status: 'INVALID_ARGUMENT', message: 'API key not valid.', details: [invalidKey] },
      answer: [503, 'upstream.key_refused'],
    },
    {
      vendor: {
        code: 400,
        status: 'FAILED_PRECONDITION',
        message: 'User location is not supported for the API use.',
      },
      answer: [503, 'upstream.key_refused'],
    },
    {
      vendor: { code: 400, status: 'FAILED_PRECONDITION', message: 'Please enable billing on your project.' },
      answer: [503, 'upstream.out_of_credit'],
    },
    {
      vendor: {
        ...{ code: 400, status: 'INVALID_ARGUMENT' },
        message: 'The input token count (1250074) exceeds the maximum number of tokens allowed (1048576).',
      },
      answer: [400, 'upstream.context_length'],
    },
    {
      vendor: {
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: "It violated Google's Responsible AI practices.",
      },
      answer: [400, 'upstream.content_filter'],
    },
    {
      vendor: { code: 403, status: 'PERMISSION_DENIED', message: 'The project is suspended.' },
      answer: [503, 'upstream.key_refused'],
    },
    {
      vendor: {
        code: 403,
        status: 'PERMISSION_DENIED',
        message: 'CachedContent not found (or permission denied)',
      },
      answer: [400, 'upstream.bad_request'],
    },
    {
      vendor: {
        code: 403,
        status: 'PERMISSION_DENIED',
        message: 'You do not have permission to access the File x',
      },
      answer: [400, 'upstream.bad_request'],
    },
    {
      vendor: { code: 404, status: 'NOT_FOUND', message: 'models/g is not found for API version v1beta' },
      answer: [404, 'upstream.model_not_found'],
    },
    {
      vendor: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'busy' },
      answer: [429, 'upstream.rate_limited'],
    },
    { vendor: { code: 500, status: 'INTERNAL', message: 'on fire' }, answer: [502, 'upstream.error'] },
    {
      vendor: { code: 503, status: 'UNAVAILABLE', message: 'on fire' },
      answer: [503, 'upstream.overloaded'],
    },
    {
      vendor: { code: 504, status: 'DEADLINE_EXCEEDED', message: 'slow' },
      answer: [504, 'upstream.timeout'],
    },
  ])('$vendor.code $vendor.message is $answer', async ({ vendor: { code, ...error }, answer }) => {
    upstream.refuses(code, error);
    const reply = await ask();
    expect([reply.status, reply.headers.get('x-error-code')]).toEqual(answer);
    const { message, status } = await errorOf(reply);
    expect(status).toMatch(/^[A-Z_]+$/);
    expect(message.includes('on fire')).toBe(false);
    expect(await gateway.quotaOf(user)).toBe(10_000);
  });

  it('says when to try again as Google’s own body says it', async () => {
    const { error } = JSON.parse(recordingOfGemini('google-429-retry-info.json')) as {
      error: { message: string; status: string; details: object[] };
    };
    upstream.refuses(429, error);
    const reply = await ask();
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '35']);
  });

  const carriers: { what: string; asked: (key: string) => Asked }[] = [
    { what: 'x-goog-api-key', asked: (key) => ({ headers: { 'x-goog-api-key': key } }) },
    { what: '?key=', asked: (key) => ({ path: `${CALL}?key=${key}`, headers: {} }) },
    { what: 'a bearer', asked: (key) => ({ headers: { authorization: `Bearer ${key}` } }) },
    { what: 'x-api-key', asked: (key) => ({ headers: { 'x-api-key': key } }) },
    { what: 'api-key', asked: (key) => ({ headers: { 'api-key': key } }) },
  ];
  it.each(carriers)('a key is read from $what, and never sent on, logged or repeated', async ({ asked }) => {
    upstream.says(recordingOfGemini('google-text.json'));
    expect((await ask(asked(user.token))).status).toBe(200);
    expect(upstream.received[0]?.headers['x-goog-api-key']).toBe('upstream-key');
    expect(JSON.stringify(upstream.received)).not.toContain(user.token);

    upstream.refuses(500, { status: 'INTERNAL', message: `${user.token} upstream-key` });
    const failed = await (await ask(asked(user.token))).text();
    const wrong = await (await ask(asked('sk-wrong-key'))).text();
    const unknown = await (
      await ask({ ...asked('sk-wrong-key'), path: '/v1beta/x?key=sk-wrong-key' })
    ).text();
    const verb = await (await ask({ path: '/v1beta/models/g:odd?key=sk-wrong-key' })).text();
    for (const text of [failed, wrong, unknown, verb])
      expect(text).not.toMatch(new RegExp(`upstream-key|sk-wrong-key|${user.token}`));
    expect(gateway.reports.join('\n')).not.toMatch(new RegExp(`sk-wrong-key|${user.token}`));
    expect(JSON.stringify(await gateway.logRowsOf(user))).not.toContain('sk-wrong-key');
  });

  it('keys are looked for in Google’s order', async () => {
    upstream.says(recordingOfGemini('google-text.json'));
    const wrong = 'sk-wrong';
    const status = async (asked: Asked) => (await ask(asked)).status;
    const right = { 'x-goog-api-key': user.token };
    expect(
      await status({ path: `${CALL}?key=${wrong}`, headers: { ...right, authorization: `Bearer ${wrong}` } }),
    ).toBe(200);
    expect(
      await status({ path: `${CALL}?key=${user.token}`, headers: { authorization: `Bearer ${wrong}` } }),
    ).toBe(200);
    expect(await status({ headers: { authorization: `Bearer ${user.token}`, 'x-api-key': wrong } })).toBe(
      200,
    );
  });

  it('a model’s name is read as it is meant', async () => {
    upstream.says(recordingOfGemini('google-text.json'));
    for (const path of ['g', '%67', 'models/g', 'models%2Fg'])
      expect((await ask({ path: `/v1beta/models/${path}:generateContent` })).status).toBe(200);
    expect((await ask({ path: '/v1beta/models/g%3AgenerateContent' })).status).toBe(200);
    expect(await refused({ path: '/v1beta/models/%2567:generateContent' })).toEqual([404, 'NOT_FOUND']);
  });

  it('lists what a key may use, in pages as Google’s, and shows one', async () => {
    for (const prefix of ['/v1beta', '/gemini/v1beta', '/gemini/v1', '/v1']) {
      const reply = await ask({ path: `${prefix}/models`, method: 'GET', body: null });
      expect(await reply.json()).toEqual({
        models: [
          {
            ...{
              name: 'models/g',
              displayName: 'g',
              version: expect.any(String),
              description: expect.any(String),
            },
            supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
          },
          {
            ...{ name: 'models/gemini-embedding-001', displayName: 'gemini-embedding-001' },
            ...{ version: expect.any(String), description: expect.any(String) },
            supportedGenerationMethods: ['embedContent', 'batchEmbedContents'],
          },
        ],
      });
      const one = await ask({ path: `${prefix}/models/g`, method: 'GET', body: null });
      expect(await one.json()).toMatchObject({ name: 'models/g' });
      expect(await refused({ path: `${prefix}/models/x`, method: 'GET', body: null })).toEqual([
        404,
        'NOT_FOUND',
      ]);
    }
    const page = async (query: string) =>
      (await (await ask({ path: `/v1beta/models?${query}`, method: 'GET', body: null })).json()) as {
        models: { name: string }[];
        nextPageToken?: string;
      };
    const first = await page('pageSize=1');
    expect(first.models.map(({ name }) => name)).toEqual(['models/g']);
    const last = await page(`pageSize=1&pageToken=${first.nextPageToken}`);
    expect(last.models.map(({ name }) => name)).toEqual(['models/gemini-embedding-001']);
    expect(last.nextPageToken).toBeUndefined();
    expect((await page('pageSize=5000')).models).toHaveLength(2);
    for (const query of ['pageSize=-1', 'pageSize=x', 'pageToken=%00'])
      expect(await refused({ path: `/v1beta/models?${query}`, method: 'GET', body: null })).toEqual([
        400,
        'INVALID_ARGUMENT',
      ]);
  });

  it('the shared list is Google’s only for who asks as Google’s clients do', async () => {
    const listed = async (path: string, headers: Record<string, string>) =>
      Object.keys((await (await ask({ path, method: 'GET', body: null, headers })).json()) as object);
    expect(await listed('/v1/models', { authorization: `Bearer ${user.token}` })).toEqual(['object', 'data']);
    expect(await listed(`/v1/models?key=${user.token}`, {})).toEqual(['models']);
    expect(await listed('/v1/models', { 'x-goog-api-key': user.token })).toEqual(['models']);
    expect(await listed('/v1/models/g', { 'x-goog-api-key': user.token })).toContain('displayName');
  });

  it('pages of other sites may call every address', async () => {
    for (const path of [CALL, '/v1/models/g:generateContent', '/gemini/v1beta/models', '/v1beta/models/g']) {
      const asked = await ask({ path, method: 'OPTIONS', body: null, headers: {} });
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      const refusal = await ask({ path, headers: {}, method: 'PUT' });
      expect([refusal.status, refusal.headers.get('access-control-allow-origin')]).toEqual([405, '*']);
    }
    const unknown = await ask({ path: '/v1beta/models/g:x', headers: {} });
    expect([unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
    expect((await ask({ headers: {} })).headers.get('access-control-allow-origin')).toBe('*');
    expect(channel.id).toBeGreaterThan(0);
  });
});
