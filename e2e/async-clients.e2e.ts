import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KLING_KEY, startKling } from '../server/test/upstreams/tasks/kling-vendor.ts';
import { MIDJOURNEY_KEY, startMidjourney } from '../server/test/upstreams/tasks/midjourney-vendor.ts';
import { PICTURE_BYTES, type TaskVendor, VIDEO_BYTES } from '../server/test/upstreams/tasks/task-vendor.ts';
import { runTurnpikeCommand } from './support/books.ts';
import { startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

describe('the built product', () => {
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let kling: TaskVendor;
  let midjourney: TaskVendor;
  let key: string;

  beforeAll(async () => {
    [kling, midjourney] = await Promise.all([startKling(), startMidjourney()]);
    midjourney.file = { type: 'image/png', bytes: PICTURE_BYTES };
    ({ turnpike, root } = await startSite());
    await root.call('POST', `/api/user/quota/${root.id}`, { quota: 1_000_000 });
    await root.createChannel({ type: 53, base_url: kling.url, key: KLING_KEY, models: 'kling-v2' });
    await root.createChannel({
      ...{ name: 'midjourney', type: 34, base_url: midjourney.url, key: MIDJOURNEY_KEY },
      models: 'mj_imagine',
    });
    await root.call('POST', '/api/prices/single', {
      ...{ model: 'kling-v2', type: 'times', channel_type: 53, input: 50, output: 0 },
    });
    await root.call('PUT', '/api/option/', { key: 'McpEnabled', value: 'true' });
    ({ key } = await root.createToken());
  });
  afterAll(async () => {
    await turnpike?.stop();
    await Promise.all([kling, midjourney].map((vendor) => vendor?.stop()));
  });

  it('makes, lists, reads and deletes a video for the openai package', async () => {
    const { videos } = new OpenAI({ apiKey: key, baseURL: `${turnpike.url}/v1`, maxRetries: 0 });
    const before = await root.quota();
    const { id } = await videos.create({ model: 'kling-v2' as never, prompt: 'A cat' });
    kling.last.state = 'succeed';
    await root.call('POST', `/api/task/${id}/check`);

    expect(await videos.retrieve(id)).toMatchObject({ status: 'completed', progress: 100 });
    expect((await videos.list()).data).toMatchObject([{ id }]);
    const content = Buffer.from(await (await videos.downloadContent(id)).arrayBuffer());
    expect(content.equals(VIDEO_BYTES)).toBe(true);
    expect(await videos.delete(id)).toMatchObject({ id, deleted: true });
    await expect(videos.downloadContent(id)).rejects.toThrow(/404/);
    expect(before - (await root.quota())).toBe(50_000);
  });

  it('makes a picture for a client of midjourney-proxy', async () => {
    const ask = async (path: string, body?: object) => {
      const answer = await fetch(turnpike.url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'mj-api-secret': key, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as Record<string, unknown>;
    };
    const { code, result } = await ask('/mj/submit/imagine', { prompt: 'A harbour at dawn' });
    expect(code).toBe(1);
    midjourney.last.state = 'SUCCESS';
    await root.call('POST', `/api/task/${result}/check`);
    const { status, imageUrl } = await ask(`/mj/task/${result}/fetch`);

    expect(status).toBe('SUCCESS');
    const picture = Buffer.from(await (await fetch(String(imageUrl))).arrayBuffer());
    expect(picture.equals(PICTURE_BYTES)).toBe(true);
  });

  it('shows an account to a client of the Model Context Protocol', async () => {
    const { proof } = await root.script();
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', turnpike.url), {
      requestInit: { headers: proof },
    });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['get_account', 'quote_call']));
    const { content, isError } = await client.callTool({ name: 'get_account', arguments: {} });
    const [{ text }] = content as [{ text: string }];
    await client.close();

    expect([isError ?? false, text]).toEqual([false, expect.stringContaining('balance')]);
  });

  it('ends with books that are right', async () => {
    const env = { TURNPIKE_DATA_DIR: turnpike.dataDir };
    expect(await runTurnpikeCommand(['ledger', 'verify', '--full'], env)).toContain('right');
  });
});
