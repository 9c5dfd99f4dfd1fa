import { role } from '@turnpike/contract';
import OpenAI, { toFile } from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';
import { OpenAiObjects } from '../../../test/upstreams/openai-objects.ts';

/** A price by calls of 0.01 costs 10 points. */
const CALL_POINTS = 10;

describe.each(anyDatabase)('what users keep at vendors, on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  let vendor: OpenAiObjects;
  let channel: { id: number };
  let user: SeededUser;
  let other: SeededUser;
  let client: OpenAI;

  const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  const priceOf = (model: string, input = 0.01) =>
    gateway.seed.price({ model, type: 'times', input, output: 0 });
  const textFile = (text = 'Hello') => toFile(Buffer.from(text), 'a.txt');
  const make = (of = client) => textFile().then((file) => of.files.create({ file, purpose: 'user_data' }));
  const call = (token: string, path: string, init: RequestInit = {}) =>
    fetch(`${gateway.url}/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
  const post = (token: string, path: string, body: object) =>
    call(token, path, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json' },
    });
  const turn = async ({ id }: { id: number }, status: 1 | 2) => {
    await gateway.store.db.updateTable('channels').set({ status }).where('id', '=', id).execute();
    await gateway.core.routing.reload();
  };
  const paths = () => gateway.upstream(channel).received.map(({ method, path }) => `${method} ${path}`);
  const notFound = { status: 404, code: null, type: 'invalid_request_error' };

  beforeEach(async () => {
    database = await open();
    gateway = await startTestGateway({
      databaseUrl: database.url,
      relayOptions: { openObjectClasses: new Set(['files', 'vector_stores', 'containers']) },
    });
    channel = await gateway.seed.channel({ model: 'm' });
    vendor = new OpenAiObjects(gateway.upstream(channel));
    user = await gateway.seed.user({ quota: 100 });
    other = await gateway.seed.user({ quota: 100 });
    client = clientOf(user.token);
    await priceOf('object:files');
  });
  afterEach(async () => {
    await gateway.stop();
    await database.drop();
  });

  it('a file is made, listed, read and deleted by who made it, and costs the price of its class once', async () => {
    const made = await make();
    expect(made).toMatchObject({ object: 'file', filename: 'a.txt', purpose: 'user_data' });
    expect(await client.files.retrieve(made.id)).toMatchObject({ id: made.id });
    expect((await client.files.list()).data).toMatchObject([{ id: made.id, filename: 'a.txt' }]);
    expect(await (await client.files.content(made.id)).text()).toBe('Hello');
    expect(await client.files.delete(made.id)).toMatchObject({ deleted: true });
    await expect(client.files.retrieve(made.id)).rejects.toMatchObject(notFound);
    expect((await client.files.list()).data).toEqual([]);

    expect(await gateway.quotaOf(user)).toBe(100 - CALL_POINTS);
    const [row, ...more] = await gateway.logRowsOf(user);
    expect(row).toMatchObject({
      ...{ model_name: 'object:files', quota: CALL_POINTS, channel_id: channel.id, ended_by: 'completed' },
      metadata: { charged_by: 'usage', lines: [{ bucket: 'call', count: 1, ratio: String(CALL_POINTS) }] },
    });
    expect(more).toEqual([]);
  });

  it('nobody finds another’s file, whatever they do with its id', async () => {
    const { id } = await make();
    const before = paths().length;
    const thief = clientOf(other.token);
    await expect(thief.files.retrieve(id)).rejects.toMatchObject(notFound);
    await expect(thief.files.content(id)).rejects.toMatchObject(notFound);
    await expect(thief.files.delete(id)).rejects.toMatchObject(notFound);
    expect((await thief.files.list()).data).toEqual([]);
    await priceOf('object:vector_stores');
    await expect(thief.vectorStores.create({ file_ids: [id] })).rejects.toMatchObject(notFound);
    const [real, invented] = await Promise.all(
      [id, 'file-none'].map(async (name) => (await call(other.token, `/files/${name}`)).json()),
    );
    const told = (text: string) => text.replaceAll(id, 'file-none').replaceAll(/req_\w+/g, '');
    expect(told(JSON.stringify(real))).toBe(told(JSON.stringify(invented)));
    expect(paths()).toHaveLength(before);
    // A user owns the objects created with any of the user's keys.
    const second = await gateway.seed.token({ userId: user.id });
    expect(await clientOf(second.token).files.retrieve(id)).toMatchObject({ id });
  });

  it('is closed without its option, and without a price of its very name', async () => {
    const refusal = async (path: string, body: object = {}) =>
      (await post(user.token, path, body)).headers.get('x-error-code');
    expect(await refusal('/batches', { input_file_id: 'file-x' })).toBe('token.pin_required');
    expect(await refusal('/assistants', { model: 'm' })).toBe('token.pin_required');
    await gateway.seed.price({ model: 'object:*', type: 'times', input: 0, output: 0 });
    const reply = await post(user.token, '/vector_stores', { name: 's' });
    expect(reply.status).toBe(404);
    expect(reply.headers.get('x-error-code')).toBe('object.no_price');
    await gateway.seed.price({ model: 'object:vector_stores', input: 1, output: 1 });
    expect(await refusal('/vector_stores', { name: 's' })).toBe('object.no_price');
    expect(paths()).toEqual([]);
    expect(await gateway.quotaOf(user)).toBe(100);
  });

  it('may cost nothing, where its price says so', async () => {
    await priceOf('object:vector_stores', 0);
    const { id } = await client.vectorStores.create({ name: 's' });
    expect((await client.vectorStores.list()).data).toMatchObject([{ id }]);
    expect(await gateway.quotaOf(user)).toBe(100);
  });

  it('is refused before the vendor hears of it where its price is more than is left', async () => {
    const poor = await gateway.seed.user({ quota: CALL_POINTS - 1 });
    await expect(make(clientOf(poor.token))).rejects.toMatchObject({
      status: 429,
      code: 'insufficient_quota',
    });
    const keyed = await gateway.seed.user({ quota: 100, tokenQuota: CALL_POINTS - 1 });
    await expect(make(clientOf(keyed.token))).rejects.toMatchObject({ status: 429 });
    expect(paths()).toEqual([]);
  });

  it('costs the price at its beginning, also where that is changed meanwhile', async () => {
    vendor.beforeAnswer = async () => {
      await gateway.store.db.updateTable('prices').set({ input: '9', version: 2 }).execute();
      await gateway.core.routing.reload();
    };
    const reply = await call(user.token, '/uploads', {
      ...{ method: 'POST', body: JSON.stringify({ filename: 'a', purpose: 'user_data', bytes: 5 }) },
      headers: { 'content-type': 'application/json', 'x-turnpike-charge': 'true' },
    });
    expect(reply.headers.get('x-turnpike-charge')).toBe(String(CALL_POINTS));
    expect(await gateway.quotaOf(user)).toBe(100 - CALL_POINTS);
  });

  it('an upload in parts brings its file forth', async () => {
    const upload = await client.uploads.create({
      ...{ filename: 'b.txt', purpose: 'user_data', bytes: 5, mime_type: 'text/plain' },
    });
    const part = await client.uploads.parts.create(upload.id, { data: await textFile('world') });
    const done = await client.uploads.complete(upload.id, { part_ids: [part.id] });
    const id = done.file?.id ?? '';
    expect(await (await client.files.content(id)).text()).toBe('world');
    expect((await client.files.list()).data).toMatchObject([{ id }]);
    await expect(clientOf(other.token).uploads.cancel(upload.id)).rejects.toMatchObject(notFound);
    expect(await gateway.logRowsOf(user)).toHaveLength(1);
  });

  it('lists in pages, by order and purpose, what is the user’s alone', async () => {
    await make(clientOf(other.token));
    const made: string[] = [];
    for (const purpose of ['user_data', 'vision', 'user_data'] as const)
      made.push((await client.files.create({ file: await textFile(), purpose })).id);
    const ids = async (query: object) => {
      const found: string[] = [];
      for await (const { id } of client.files.list(query)) found.push(id);
      return found;
    };
    expect(await ids({ limit: 1, order: 'asc' })).toEqual(made.toSorted());
    expect(await ids({ limit: 2 })).toEqual(made.toSorted().reverse());
    expect(await ids({ limit: 1, purpose: 'vision' })).toEqual([made[1]]);
    expect(await ids({ after: 'file-none' })).toEqual([]);
    expect((await call(user.token, '/files?limit=0')).status).toBe(400);
    expect((await call(user.token, '/files?order=up')).status).toBe(400);
  });

  it('a vector store takes its user’s files only, and is seen by nobody else', async () => {
    await priceOf('object:vector_stores');
    const [mine, theirs] = [await make(), await make(clientOf(other.token))];
    const store = await client.vectorStores.create({ name: 'vs_0123456789abcdef', file_ids: [mine.id] });
    await client.vectorStores.files.create(store.id, { file_id: mine.id });
    await expect(client.vectorStores.files.create(store.id, { file_id: theirs.id })).rejects.toMatchObject(
      notFound,
    );
    const inObject = await post(user.token, `/vector_stores/${store.id}/files`, {
      file_id: { id: 'file-x' },
    });
    expect(inObject.status).toBe(400);
    const twice = `{"file_id":"${theirs.id}","file_id":"${mine.id}"}`;
    await call(user.token, `/vector_stores/${store.id}/files`, { method: 'POST', body: twice });
    expect(gateway.upstream(channel).received.at(-1)?.rawBody).toBe(`{"file_id":"${mine.id}"}`);
    expect((await client.vectorStores.files.list(store.id)).data).toMatchObject([{ id: mine.id }]);
    await expect(clientOf(other.token).vectorStores.files.list(store.id)).rejects.toMatchObject(notFound);
    await client.vectorStores.search(store.id, { query: 'x' });
    const rows = await gateway.logRowsOf(user);
    expect(rows.map(({ model_name }) => model_name)).toEqual([
      ...['object:files', 'object:vector_stores', 'object:vector_stores'],
    ]);
  });

  it.each([
    ['file_id', { id: 'theirs' }],
    ['file_id', [['theirs']]],
    ['file_id', 7],
    ['file_ids', [{ id: 'theirs' }]],
    ['files', [{ file_id: { id: 'theirs' } }]],
  ])('what is no id is refused as %s: %j', async (name, value) => {
    await priceOf('object:vector_stores');
    const theirs = await make(clientOf(other.token));
    const store = await client.vectorStores.create({ name: 'mine' });
    const { received } = gateway.upstream(channel);
    const before = received.length;
    const body = JSON.parse(JSON.stringify({ [name]: value }).replace('theirs', theirs.id));
    const path = name === 'file_id' ? `/vector_stores/${store.id}/files` : '/vector_stores';
    const reply = await post(user.token, path, body);
    expect([reply.status, received.length]).toEqual([400, before]);
  });

  it('new objects go to the place of the earlier ones, where it is there', async () => {
    await priceOf('object:vector_stores');
    const first = await make();
    const preferred = await gateway.seed.channel({ model: 'm', priority: 5 });
    new OpenAiObjects(gateway.upstream(preferred));
    const store = await client.vectorStores.create({ name: 's' });
    await client.vectorStores.files.create(store.id, { file_id: first.id });
    expect(gateway.upstream(preferred).received).toEqual([]);

    await client.files.delete(first.id);
    await client.vectorStores.delete(store.id);
    await make();
    expect(gateway.upstream(preferred).received).toHaveLength(1);
  });

  it('files of Anthropic’s clients are not there, and no vendor of OpenAI’s API gets them', async () => {
    for (const path of ['/files?beta=true', '/files/file_1']) {
      const reply = await call(user.token, path, { headers: { 'anthropic-version': '2023-06-01' } });
      expect(reply.status).toBe(404);
      expect(await reply.json()).toMatchObject({ type: 'error', error: { type: 'not_found_error' } });
    }
    expect(paths()).toEqual([]);
  });

  it('an address that the vendor does not have is refused without a word of models', async () => {
    await priceOf('object:containers');
    gateway.upstream(channel).answers(404, { message: 'Not Found', type: 'x', code: null });
    const reply = await post(user.token, '/containers', { name: 'c' });
    expect(reply.status).toBe(404);
    expect(reply.headers.get('x-error-code')).toBe('object.not_offered');
    expect(await reply.text()).not.toContain('model');
    expect(await gateway.quotaOf(user)).toBe(100);
  });

  it('a container and the files in it are its user’s', async () => {
    await priceOf('object:containers');
    const container = await client.containers.create({ name: 'c' });
    const file = await client.containers.files.create(container.id, { file: await textFile('print()') });
    const content = await client.containers.files.content.retrieve(file.id, { container_id: container.id });
    expect(await content.text()).toBe('print()');
    expect((await client.containers.list()).data).toMatchObject([{ id: container.id, name: 'c' }]);
    const thief = clientOf(other.token);
    await expect(thief.containers.files.list(container.id)).rejects.toMatchObject(notFound);
    await expect(
      thief.containers.files.content.retrieve(file.id, { container_id: container.id }),
    ).rejects.toMatchObject(notFound);
    const theirs = await make(thief);
    await expect(client.containers.files.create(container.id, { file_id: theirs.id })).rejects.toMatchObject(
      notFound,
    );
    await client.containers.delete(container.id);
    expect((await client.containers.list()).data).toEqual([]);
    expect(await gateway.quotaOf(user)).toBe(100 - CALL_POINTS);
  });

  it('stays at its channel and key; what is kept at two of them does not meet', async () => {
    await priceOf('object:vector_stores');
    const first = await make();
    const second = await gateway.seed.channel({ model: 'm', priority: 5 });
    new OpenAiObjects(gateway.upstream(second));
    await turn(channel, 2);
    const elsewhere = await make();
    await turn(channel, 1);
    expect(await client.files.retrieve(first.id)).toMatchObject({ id: first.id });
    const stored = await client.vectorStores.create({ file_ids: [first.id] });
    expect(await client.vectorStores.retrieve(stored.id)).toMatchObject({ id: stored.id });
    await expect(client.vectorStores.create({ file_ids: [first.id, elsewhere.id] })).rejects.toMatchObject(
      notFound,
    );
    await turn(channel, 2);
    await expect(client.files.retrieve(first.id)).rejects.toMatchObject({ status: 503 });
  });

  it('a channel that fails lets another one make it; what none makes costs nothing and is logged', async () => {
    const failing = await gateway.seed.channel({ model: 'm', priority: 5 });
    gateway.upstream(failing).answers(500);
    expect((await make()).id).toMatch(/^file-/);
    vendor.refuses = 500;
    await expect(make()).rejects.toMatchObject({ status: 502 });
    expect(await gateway.logRowsOf(user)).toMatchObject([
      { quota: CALL_POINTS, channel_id: channel.id },
      { quota: 0 },
    ]);
    expect(await gateway.quotaOf(user)).toBe(100 - CALL_POINTS);
  });

  it('a vendor’s 404 reads as any other, and its errors say no key', async () => {
    const { id } = await make();
    vendor.objects.clear();
    await expect(client.files.retrieve(id)).rejects.toMatchObject(notFound);
    await expect(client.files.delete(id)).rejects.toMatchObject(notFound);
    expect((await client.files.list()).data).toEqual([]);
    vendor.refuses = 400;
    const reply = await post(user.token, '/uploads', { filename: 'a' });
    expect(reply.status).toBe(400);
    expect(await reply.text()).not.toContain('upstream-key');
  });

  it('a key that may not use a class does nothing with what its user has of it', async () => {
    const { id } = await make();
    await gateway.store.db
      .updateTable('tokens')
      .set({ allowed_models: '["m"]' })
      .where('id', '=', user.tokenId)
      .execute();
    gateway.core.identities.forgetToken(user.tokenId);
    const before = paths().length;
    for (const [method, path] of [
      ['GET', '/files'],
      ['GET', `/files/${id}`],
      ['GET', `/files/${id}/content`],
      ['DELETE', `/files/${id}`],
      ['POST', '/uploads/upload_1/cancel'],
    ] as const)
      expect((await call(user.token, path, { method })).status, path).toBe(403);
    expect(paths()).toHaveLength(before);
  });

  it('what a key may not use, and paths that are no part of a class, are refused', async () => {
    await gateway.store.db
      .updateTable('tokens')
      .set({ allowed_models: '["m"]' })
      .where('id', '=', user.tokenId)
      .execute();
    await expect(make()).rejects.toMatchObject({ status: 403 });
    const { id } = await make(clientOf(other.token));
    for (const [method, path] of [
      ['POST', `/files/${id}`],
      ['GET', `/files/${id}/content/x`],
      ['PUT', `/files/${id}`],
    ] as const) {
      const reply = await call(other.token, path, { method });
      expect(reply.status, path).toBeGreaterThanOrEqual(400);
    }
    expect((await post(other.token, '/uploads', [] as never)).status).toBe(400);
    const reply = await call(other.token, '/uploads', {
      ...{ method: 'POST', body: `{"x":${'['.repeat(200)}${']'.repeat(200)}}` },
    });
    expect(reply.status).toBe(400);
  });

  it('an administrator’s key that names a channel passes all on as before', async () => {
    const { id } = await make();
    await gateway.store.db
      .updateTable('users')
      .set({ role: role.admin })
      .where('id', '=', other.id)
      .execute();
    gateway.core.identities.forgetUser(other.id);
    const pinned = clientOf(`${other.token}#${channel.id}`);
    expect(await pinned.files.retrieve(id)).toMatchObject({ id });
  });
});
