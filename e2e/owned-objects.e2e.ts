import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anyDatabase } from '../server/test/support/databases.ts';
import { FakeUpstream } from '../server/test/support/fake-upstream.ts';
import { OpenAiObjects } from '../server/test/upstreams/openai-objects.ts';
import { runTurnpikeCommand } from './support/books.ts';
import { killAndRestart, startSite } from './support/site.ts';

const OPENING_QUOTA = 10_000;
/** A price by calls of 0.001. */
const OBJECT_POINTS = 1;
/** 40 and 20 tokens at 1 and 3, at half the price. */
const ANSWER_POINTS = (40 + 3 * 20) / 2;

describe.each(anyDatabase)('what a plain user keeps at a vendor, on $name', (engine) => {
  let dataDir: string;
  let upstream: FakeUpstream;
  let vendor: OpenAiObjects;
  let database: Awaited<ReturnType<typeof engine.openEmpty>>;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'turnpike-data-'));
    upstream = await FakeUpstream.start();
    vendor = new OpenAiObjects(upstream);
    database = await engine.openEmpty();
  });
  afterEach(async () => {
    await upstream.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('the openai package keeps files and runs a batch, which a kill -9 neither loses nor charges twice', async () => {
    const env: Record<string, string> = database.url === null ? {} : { DATABASE_URL: database.url };
    const site = await startSite({ dataDir, env });
    const { root } = site;
    let { turnpike } = site;
    await root.createChannel({ base_url: upstream.url, models: 'm' });
    for (const price of [
      ...['object:files', 'object:batches'].map((model) => ({
        model,
        type: 'times',
        input: 0.001,
        output: 0,
      })),
      { model: 'm', type: 'tokens', input: 1, output: 3, tiers: { batch: 0.5 } },
    ])
      await root.call('POST', '/api/prices/single', { ...price, channel_type: 1 });
    const user = await root.createUser('ann', OPENING_QUOTA);
    const { key: apiKey } = await user.createToken();
    const openai = new OpenAI({ apiKey, maxRetries: 0, baseURL: `${turnpike.url}/v1` });
    const create = async (text: string) =>
      openai.files.create({ file: await toFile(Buffer.from(text), 'in.jsonl'), purpose: 'batch' });

    await expect(create('x')).rejects.toMatchObject({ status: 403 });
    await root.call('PUT', '/api/option/', { key: 'OpenObjectClasses', value: 'files,batches' });
    const request = {
      ...{ custom_id: 'r', method: 'POST', url: '/v1/chat/completions' },
      body: { model: 'm', max_tokens: 1000, messages: [{ role: 'user', content: 'Hi' }] },
    };
    const file = await create(`${JSON.stringify(request)}\n${JSON.stringify(request)}\n`);
    const other = await root.createUser('bob', OPENING_QUOTA);
    const thief = new OpenAI({
      ...{ apiKey: (await other.createToken()).key, maxRetries: 0, baseURL: `${turnpike.url}/v1` },
    });
    await expect(thief.files.content(file.id)).rejects.toMatchObject({ status: 404 });
    const begin = () =>
      openai.batches.create({
        ...{ input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' },
      });
    const batch = await begin();
    turnpike = await killAndRestart(turnpike, env);

    // Three such batches are more than the balance pays for, what is set aside counted.
    await begin();
    await begin();
    await expect(begin()).rejects.toMatchObject({ status: 429, code: 'insufficient_quota' });
    const usage = { prompt_tokens: 40, completion_tokens: 20, total_tokens: 60 };
    const answer = { custom_id: 'r', response: { status_code: 200, body: { choices: [], usage } } };
    vendor.end(batch.id, 'completed', [answer, answer]);
    const [done] = await Promise.all([openai.batches.retrieve(batch.id), openai.batches.retrieve(batch.id)]);
    expect(done.status).toBe('completed');
    turnpike = await killAndRestart(turnpike, env);

    expect((await openai.batches.retrieve(batch.id)).status).toBe('completed');
    expect(await (await openai.files.content(done.output_file_id ?? '')).text()).toContain('prompt_tokens');
    expect((await openai.batches.list()).data).toHaveLength(3);
    const spent = 4 * OBJECT_POINTS + 2 * ANSWER_POINTS;
    await vi.waitFor(async () => expect(await user.quota()).toBe(OPENING_QUOTA - spent));
    const rows = await user.callRows();
    expect(rows.filter(({ quota }) => quota > 0)).toHaveLength(5);
    const report = await runTurnpikeCommand(['ledger', 'verify', '--full'], {
      TURNPIKE_DATA_DIR: dataDir,
      ...env,
    });
    expect(report).toContain('The ledger is right');
    await turnpike.stop();
  });

  it('the openai package uploads in parts and searches a vector store, as a user and by a pinned key', async () => {
    const env: Record<string, string> = database.url === null ? {} : { DATABASE_URL: database.url };
    const { turnpike, root } = await startSite({ dataDir, env });
    const channel = await root.createChannel({ base_url: upstream.url, models: 'm' });
    for (const model of ['object:files', 'object:vector_stores'])
      await root.call('POST', '/api/prices/single', {
        ...{ model, type: 'times', input: 0.001, output: 0, channel_type: 1 },
      });
    await root.call('PUT', '/api/option/', { key: 'OpenObjectClasses', value: 'files,vector_stores' });
    const user = await root.createUser('ann', OPENING_QUOTA);
    const keys = [(await user.createToken()).key, `${(await root.createToken()).key}#${channel.id}`];
    for (const apiKey of keys) {
      const openai = new OpenAI({ apiKey, maxRetries: 0, baseURL: `${turnpike.url}/v1` });
      const upload = await openai.uploads.create({
        ...{ bytes: 4, filename: 'a.txt', mime_type: 'text/plain', purpose: 'assistants' },
      });
      const data = await toFile(Buffer.from('Toll'), 'part');
      const part = await openai.uploads.parts.create(upload.id, { data });
      const { file } = await openai.uploads.complete(upload.id, { part_ids: [part.id] });
      const store = await openai.vectorStores.create({ name: 'roads' });
      await openai.vectorStores.files.create(store.id, { file_id: file?.id ?? '' });
      const found = await openai.vectorStores.search(store.id, { query: 'Toll?' });

      expect(await (await openai.files.content(file?.id ?? '')).text()).toBe('Toll');
      expect(found.data).toEqual([]);
      expect((await openai.vectorStores.files.list(store.id)).data).toMatchObject([{ id: file?.id }]);
      expect((await openai.vectorStores.delete(store.id)).deleted).toBe(true);
      expect((await openai.files.delete(file?.id ?? '')).deleted).toBe(true);
      await expect(openai.vectorStores.retrieve(store.id)).rejects.toMatchObject({ status: 404 });
    }
    await turnpike.stop();
  });
});
