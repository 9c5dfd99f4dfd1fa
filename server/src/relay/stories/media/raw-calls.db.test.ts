import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { role } from '@turnpike/contract';
import OpenAI, { toFile } from 'openai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anyDatabase } from '../../../../test/support/databases.ts';
import { FakeUpstream, sendJson } from '../../../../test/support/fake-upstream.ts';
import {
  type SeededUser,
  startTestGateway,
  type TestGateway,
} from '../../../../test/support/test-gateway.ts';

const AZURE = 3;
const ANTHROPIC = 14;

describe.each(anyDatabase)('calls that are passed on as they are, on $name', ({ open }) => {
  let gateway: TestGateway;
  let admin: SeededUser;
  let channel: { id: number };
  let client: OpenAI;
  let drop: () => Promise<void>;

  const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });

  beforeEach(async () => {
    const database = await open();
    drop = database.drop;
    gateway = await startTestGateway({ databaseUrl: database.url });
    admin = await gateway.seed.user({ quota: 0 });
    await gateway.store.db
      .updateTable('users')
      .set({ role: role.admin })
      .where('id', '=', admin.id)
      .execute();
    channel = await gateway.seed.channel({ model: 'm' });
    client = clientOf(`${admin.token}#${channel.id}#ignore`);
  });
  afterEach(async () => {
    await gateway.stop();
    await drop();
  });

  const answers = (body: object, status = 200) =>
    gateway.upstream(channel).does((response) => sendJson(response, status, JSON.stringify(body)));
  const received = () => gateway.upstream(channel).received;

  it('reach the vendor with its key and the caller’s body, and its answer comes back', async () => {
    answers({ id: 'file-1', object: 'file' });
    const file = await client.files.create({
      file: await toFile(Buffer.alloc(300_000, 1), 'calls.jsonl'),
      purpose: 'batch',
    });
    expect(file).toMatchObject({ id: 'file-1' });
    expect(received()[0]).toMatchObject({
      method: 'POST',
      path: '/v1/files',
      headers: { authorization: 'Bearer upstream-key' },
      body: { purpose: 'batch', file: { filename: 'calls.jsonl' } },
    });
    answers({ object: 'list', data: [], has_more: false });
    await client.batches.list({ limit: 3, after: 'a b' });
    expect(received()[1]).toMatchObject({ method: 'GET', path: '/v1/batches?limit=3&after=a+b' });
    answers({ id: 'm', deleted: true });
    expect(await client.models.delete('m')).toMatchObject({ deleted: true });
    expect(received()[2]).toMatchObject({ method: 'DELETE', path: '/v1/models/m' });
    expect(await gateway.quotaOf(admin)).toBe(0);
  });

  it('bring a file of any size and type', async () => {
    const bytes = Buffer.alloc(3_000_000, 9);
    gateway.upstream(channel).does((response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.end(bytes);
    });
    const answer = await client.files.content('file-1');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(received()[0]?.path).toBe('/v1/files/file-1/content');
  });

  it('tell a vendor’s error with its status, without the channel’s key', async () => {
    answers({ error: { message: 'Bad key upstream-key', code: 'nope' } }, 404);
    const reply = await fetch(`${gateway.url}/v1/files/x`, {
      headers: { authorization: `Bearer ${admin.token}#${channel.id}` },
    });
    const body = await reply.text();
    expect(reply.status).toBe(404);
    expect(body).toContain('nope');
    expect(body).not.toContain('upstream-key');
  });

  it('need an administrator’s key that names a channel which keeps such things', async () => {
    const user = await gateway.seed.user({ quota: 1_000 });
    const other = await gateway.seed.channel({ model: 'm', type: ANTHROPIC });
    for (const [key, code] of [
      [admin.token, 'token.pin_required'],
      [`${admin.token}#!${channel.id}`, 'token.pin_required'],
      [`${user.token}#${channel.id}`, 'token.pin_not_allowed'],
      [user.token, 'token.pin_required'],
      [`${admin.token}#${other.id}`, 'channel.none_available'],
      [`${admin.token}#9999`, 'channel.none_available'],
    ] as const) {
      const reply = await fetch(`${gateway.url}/v1/files`, { headers: { authorization: `Bearer ${key}` } });
      expect(reply.headers.get('x-error-code'), key).toBe(code);
    }
    expect(received()).toEqual([]);
  });

  it('go to Azure by its own address and version, without the key of the address', async () => {
    const vendor = await FakeUpstream.start({ refuses: () => null });
    const azure = await gateway.seed.channel({ model: 'm', type: AZURE, baseUrl: vendor.url });
    vendor.does((response) => sendJson(response, 200, '{"data":[]}'));
    const reply = await fetch(`${gateway.url}/v1/files?purpose=batch&key=x`, {
      headers: { authorization: `Bearer ${admin.token}#${azure.id}` },
    });
    expect(await reply.json()).toEqual({ data: [] });
    expect(vendor.received).toMatchObject([
      {
        path: '/openai/files?api-version=2024-10-21&purpose=batch',
        headers: { 'api-key': 'upstream-key' },
      },
    ]);
    expect(vendor.received[0]?.headers.authorization).toBeUndefined();
    await vendor.stop();
  });

  it.each([
    '/v1/files/../chat/completions',
    '/v1/files/x/../../../v1/organization/admin_api_keys',
    '/v1/files/%2e%2E/chat/completions',
    '/v1/files/%2e%2e%2fchat%2fcompletions',
    '/v1/files/..%5cchat',
    '/v1/files/..\\chat',
    '/v1/files/%252e%252e/chat/completions',
    '/v1/files//x',
    '/v1/files/./x',
    '/v1/files/a%00b',
    'http://elsewhere.example/v1/files',
  ])('lead to no other address of the vendor: %s', async (path) => {
    const asked = request(gateway.url, {
      ...{ path, method: 'POST' },
      headers: { authorization: `Bearer ${admin.token}#${channel.id}` },
    });
    asked.end('{}');
    const [reply] = (await once(asked, 'response')) as [IncomingMessage];
    reply.resume();
    expect(reply.statusCode).toBe(404);
    expect(received()).toEqual([]);
  });

  it.each([
    {
      what: 'sends elsewhere',
      plays: (response: ServerResponse, elsewhere: string) =>
        response.writeHead(307, { location: elsewhere, 'set-cookie': 'a=b' }).end(),
      status: 307,
    },
    {
      what: 'says an error without end',
      plays: (response: ServerResponse) => {
        response.writeHead(500, { 'content-type': 'text/html' });
        const next = (error?: Error | null): void => {
          if (!error)
            response.write(Buffer.alloc(64 * 1024, 'page '), (failed) => setImmediate(next, failed));
        };
        next();
      },
      status: 502,
    },
  ])('follow no vendor that $what', async ({ plays, status }) => {
    const elsewhere = await FakeUpstream.start({ refuses: () => null });
    gateway.upstream(channel).does((response) => void plays(response, elsewhere.url));

    const reply = await fetch(`${gateway.url}/v1/files`, {
      headers: { authorization: `Bearer ${admin.token}#${channel.id}` },
      redirect: 'manual',
    });

    expect(reply.status).toBe(status);
    expect([reply.headers.get('location'), reply.headers.get('set-cookie')]).toEqual([null, null]);
    expect(elsewhere.received).toEqual([]);
    await elsewhere.stop();
  });

  it('break where the vendor breaks a file off', async () => {
    gateway.upstream(channel).does((response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '9000000' });
      response.write(Buffer.alloc(500_000), () => response.destroy());
    });
    const answer = await client.files.content('file-1');
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  it('end with the caller', async () => {
    gateway.upstream(channel).does(() => new Promise(() => {}));
    const leaving = new AbortController();
    const call = fetch(`${gateway.url}/v1/files`, {
      headers: { authorization: `Bearer ${admin.token}#${channel.id}` },
      signal: leaving.signal,
    });
    await vi.waitFor(() => expect(received()).toHaveLength(1));
    leaving.abort();
    await expect(call).rejects.toThrow();
    await received()[0]?.left;
  });
});
