import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../test/support/fake-upstream.ts';
import { isLong } from '../../../test/support/long-tests.ts';
import { TaskWorld } from '../../../test/support/task-world.ts';
import type { SeededUser } from '../../../test/support/test-gateway.ts';
import { TestProxy } from '../../../test/support/test-proxy.ts';
import { type TaskVendor, VIDEO_BYTES } from '../../../test/upstreams/tasks/task-vendor.ts';
import { RELAY_KEY, startRelay } from '../../../test/upstreams/tasks/videos-relay.ts';
import { returnMemory } from '../../platform/memory/return-memory.ts';

const MODEL = 'sora-2';
const SIZE = (isLong ? 2048 : 64) * 2 ** 20;
/** The gateway and the sockets of this process, with the vendor and the reader, hold a small part of the file. */
const MAX_HELD = 24 * 2 ** 20;

const BLOCK = Buffer.alloc(65_536, 7);
const FIRST = Buffer.concat([VIDEO_BYTES, BLOCK]).subarray(0, BLOCK.length);
const held = (): number => {
  returnMemory();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

function* blocksOf(sent: { bytes: number }): Generator<Buffer> {
  for (; sent.bytes < SIZE; sent.bytes += BLOCK.length) yield sent.bytes === 0 ? FIRST : BLOCK;
}

// The results of vendors do not depend on the database.
describe('the result of a task', () => {
  let vendor: TaskVendor;
  let elsewhere: FakeUpstream;
  let proxy: TestProxy;
  let world: TaskWorld;
  let user: SeededUser;
  let url: string;

  beforeAll(async () => {
    vendor = await startRelay();
    elsewhere = await FakeUpstream.start({ refuses: () => null });
    elsewhere.does((response) => void response.writeHead(200).end(VIDEO_BYTES));
    // It leads every address to this machine, so that one can be public.
    proxy = await TestProxy.start('socks5');
    world = await TaskWorld.start(vendor, {
      channel: { type: 8, channelKey: RELAY_KEY, model: MODEL, proxy: proxy.url() },
      prices: [{ model: MODEL, type: 'times', input: 0.01, output: 0 }],
    });
    user = await world.user();
    const id = await world.make(user, '/v1/videos', { model: MODEL, prompt: 'A cat' });
    vendor.last.state = 'completed';
    await world.lookNow();
    url = `${world.gateway.url}/v1/videos/${id}/content`;
  });
  afterEach(() => {
    vendor.sends = null;
    elsewhere.received.length = 0;
  });
  afterAll(async () => {
    await world.stop();
    await elsewhere.stop();
    await proxy.stop();
  });

  const read = (headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url, { headers: { authorization: `Bearer ${user.token}`, ...headers } });

  /** Sends a file of `SIZE` bytes, or the range that is asked for. @param sent counts the bytes of one file */
  const sendsLarge =
    (sent = { bytes: 0 }) =>
    async (response: ServerResponse, request: { headers: IncomingMessage['headers'] }) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (from !== undefined && to !== undefined) {
        const length = Number(to) - Number(from) + 1;
        response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${SIZE}`, 'content-length': length });
        response.end((from === '0' ? FIRST : BLOCK).subarray(0, length));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': SIZE });
      // It fails when the reader leaves.
      await pipeline(Readable.from(blocksOf(sent)), response).catch(() => {});
    };

  it('of many megabytes streams with little memory', async () => {
    vendor.sends = sendsLarge();
    const before = held();
    const answer = await read();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(answer.headers.get('content-length')).toBe(String(SIZE));
    let [length, most, measured] = [0, 0, 0];
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length < measured) continue;
      measured = length + SIZE / 4;
      most = Math.max(most, held());
    }
    expect(length).toBe(SIZE);
    expect(most - before).toBeLessThan(MAX_HELD);
  }, 120_000);

  it('is read in parts', async () => {
    vendor.sends = sendsLarge();
    const answer = await read({ range: 'bytes=10000000-10000009' });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes 10000000-10000009/${SIZE}`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(BLOCK.subarray(0, 10));
    // Players of Apple begin so.
    const probe = await read({ range: 'bytes=0-1' });
    expect([probe.status, probe.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    expect(Buffer.from(await probe.arrayBuffer())).toEqual(FIRST.subarray(0, 2));
    for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=-']) {
      vendor.sends = sendsLarge();
      const whole = await read({ range });
      expect(whole.status, range).toBe(200);
      await whole.body?.cancel();
    }
  });

  it('is not read further than its reader, and is let go when the reader leaves', async () => {
    const sent = { bytes: 0 };
    vendor.sends = sendsLarge(sent);
    const count = vendor.upstream.received.length;
    const [answer] = (await once(
      get(url, { headers: { authorization: `Bearer ${user.token}` } }),
      'response',
    )) as [IncomingMessage];
    await once(answer, 'readable');
    answer.read(1);
    // Nothing more is read, so the sockets fill up and the vendor has to wait.
    await expect
      .poll(async () => {
        const before = sent.bytes;
        await new Promise((resolve) => setTimeout(resolve, 50));
        return sent.bytes - before;
      })
      .toBe(0);
    expect(sent.bytes).toBeLessThan(SIZE / 2);
    answer.destroy();
    await vendor.upstream.received[count]?.left;
    expect(sent.bytes).toBeLessThan(SIZE / 2);
  });

  it('that comes in the smallest pieces has its type', async () => {
    vendor.sends = async (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (const at of [0, 3, 7])
        await new Promise((resolve) =>
          response.write(VIDEO_BYTES.subarray(at, at === 7 ? undefined : at + (at === 0 ? 3 : 4)), resolve),
        );
      response.end();
    };
    const answer = await read();
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await answer.arrayBuffer()).equals(VIDEO_BYTES)).toBe(true);
  });

  it.each([
    ['an error in JSON', (response: ServerResponse) => sendJson(response, 200, '{"error":"expired"}')],
    [
      'a page',
      (response: ServerResponse) =>
        void response.writeHead(200, { 'content-type': 'video/mp4' }).end('<html></html>'),
    ],
    ['two bytes', (response: ServerResponse) => void response.writeHead(200).end('{}')],
    ['nothing', (response: ServerResponse) => void response.writeHead(200).end()],
    ['an error', (response: ServerResponse) => sendJson(response, 410, '{"error":"gone"}')],
  ])('that is %s is none', async (_name, sends) => {
    vendor.sends = sends;
    const answer = await read();
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'task_no_file' } }]);
  });

  const redirectsTo =
    (location: string): TaskVendor['sends'] =>
    (response, { path }) => {
      if (path.startsWith('/files/')) void response.writeHead(200).end(VIDEO_BYTES);
      else response.writeHead(302, { location }).end();
    };
  const portOf = (): string => new URL(elsewhere.url).port;

  it('behind a redirect of the vendor is read with the key, and elsewhere without', async () => {
    vendor.sends = redirectsTo('/files/moved');
    expect((await read()).status).toBe(200);
    expect(vendor.upstream.received.at(-1)).toMatchObject({
      path: '/files/moved',
      headers: { authorization: `Bearer ${RELAY_KEY}` },
    });
    vendor.sends = redirectsTo(`http://93.184.215.14:${portOf()}/moved?signature=x`);
    const answer = await read();
    expect(Buffer.from(await answer.arrayBuffer()).equals(VIDEO_BYTES)).toBe(true);
    expect(elsewhere.received).toMatchObject([{ path: '/moved?signature=x' }]);
    expect(JSON.stringify(elsewhere.received[0]?.headers)).not.toContain(RELAY_KEY);
  });

  it.each([
    'http://127.0.0.1:PORT/x',
    'http://localhost:PORT/x',
    'http://10.0.0.1:PORT/x',
    'http://169.254.169.254/x',
    'file:///etc/passwd',
    'http://',
  ])('behind a redirect to %s is not read', async (location) => {
    vendor.sends = redirectsTo(location.replace('PORT', portOf()));
    const { status } = await read();
    expect([404, 502]).toContain(status);
    expect(elsewhere.received).toEqual([]);
  });

  it('behind redirects without end is not read', async () => {
    vendor.sends = redirectsTo('/v1/videos/again/content');
    const count = vendor.upstream.received.length;
    expect((await read()).status).toBe(404);
    expect(vendor.upstream.received.length - count).toBeLessThan(10);
  });
});
