import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const anthropic = { 'anthropic-version': '2023-06-01' };
const google = { 'x-goog-api-key': 'sk-x' };

describe('addresses that clients get slightly wrong', () => {
  let gateway: TestGateway;
  let user: SeededUser;
  beforeAll(async () => {
    gateway = await startTestGateway({ relayOptions: { openObjectClasses: new Set(['files']) } });
    user = await gateway.seed.user({ quota: 1_000_000 });
    for (const model of ['m', 'object:files'])
      await gateway.seed.price({ model, input: 1, output: 1, type: 'times' });
    await gateway.seed.channel({ model: 'm', type: 8 });
  });
  afterAll(() => gateway.stop());

  const ask = async (path: string, headers: Record<string, string> = {}, method = 'POST') => {
    const reply = await fetch(gateway.url + path, {
      method,
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body: '{}' }),
    });
    return { status: reply.status, body: (await reply.json()) as Record<string, Record<string, string>> };
  };

  it('are Google’s without a version', async () => {
    const body = JSON.stringify({ contents: [{ parts: [{ text: 'Hi' }] }] });
    const headers = { 'x-goog-api-key': user.token, 'content-type': 'application/json' };
    const reply = await fetch(`${gateway.url}/models/m:generateContent`, { method: 'POST', headers, body });
    expect(await reply.json()).toMatchObject({ candidates: [{ content: {} }] });
  });

  it.each([
    ['/v1/v1/messages', '/v1'],
    ['/v1/v1/chat/completions', '/v1'],
    ['/v1beta/v1beta/models/m:generateContent', '/v1beta'],
    ['/v1/chat/completions/chat/completions', '/chat/completions'],
    ['/v1/messages/v1/messages', '/v1/messages'],
  ])('say what stands in them twice: %s', async (path, part) => {
    const { status, body } = await ask(path);
    expect(status).toBe(404);
    expect(body.error?.message).toContain(`it has ${part} twice`);
  });

  it.each([
    ['/v1/skills', anthropic, { type: 'error', error: { type: 'not_found_error' } }],
    ['/v1/v1/messages', anthropic, { type: 'error', error: { type: 'not_found_error' } }],
    ['/v1/unknown', google, { error: { code: 404, status: 'NOT_FOUND' } }],
    ['/upload/v1beta/files', {}, { error: { code: 404, status: 'NOT_FOUND' } }],
    ['/v1/cachedContents', {}, { error: { code: 404, status: 'NOT_FOUND' } }],
    ['/v1/unknown', {}, { error: { code: 'unknown_url', type: 'invalid_request_error' } }],
  ])('are not found in the words of who asks: %s', async (path, headers, shape) => {
    expect(await ask(path, headers as Record<string, string>)).toMatchObject({ status: 404, body: shape });
  });

  it.each(['GET', 'POST', 'DELETE'])(
    'are not OpenAI’s files where Anthropic’s client asks: %s',
    async (method) => {
      const path = method === 'DELETE' ? '/v1/files/file-1' : '/v1/files?beta=true';
      for (const headers of [anthropic, { 'anthropic-beta': 'files-api-2025-04-14' }] as Record<
        string,
        string
      >[])
        expect(await ask(path, headers, method)).toMatchObject({
          status: 404,
          body: { type: 'error', error: { type: 'not_found_error' } },
        });
    },
  );

  it('are said to be not offered to users, not to need a right', async () => {
    const { status, body } = await ask('/v1/conversations');
    expect(status).toBe(403);
    expect(body.error?.message).toContain('not offered to users here');
  });
});
