import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeUpstream, framedEvents, sendJson } from '../server/test/support/fake-upstream.ts';
import { bodyOf } from './support/large-body.ts';
import { eventually, startSite, type Visitor } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

const MIB = 2 ** 20;
const whole = readFileSync(
  new URL('../server/test/recordings/openai-chat/hello.json', import.meta.url),
  'utf8',
);

describe('sizes that must not cost memory or time', () => {
  let turnpike: TurnpikeProcess;
  let root: Visitor;
  let upstream: FakeUpstream;
  let tokenKey: string;

  beforeEach(async () => {
    // A quarter of it is one user's share: room for ten bodies of 30 MB.
    ({ turnpike, root } = await startSite({ env: { TURNPIKE_BODY_MEMORY: String(2048 * MIB) } }));
    upstream = await FakeUpstream.start();
    await root.createChannel({ base_url: upstream.url, models: 'm' });
    // Next to nothing, so that the balance pays for the largest input.
    await root.createPrice('m', 0.001, 0.001);
    tokenKey = (await root.createToken()).key;
  });
  afterEach(async () => {
    await turnpike.stop();
    await upstream.stop();
  });

  const post = (body: Uint8Array | string, signal?: AbortSignal) =>
    fetch(`${turnpike.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
      body,
      ...(signal && { signal }),
    });

  it('a reader at 1 KB/s holds the upstream back, and takes no memory', async () => {
    const offer = { sent: 0, target: 2 * MIB, isStalled: false };
    upstream.does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const [first = '', text = '', , ...last] = framedEvents('openai-chat/hello.chunks.txt');
      response.write(first);
      const piece = text.replace('Hello', 'Hello '.repeat(600));
      let resume = (): void => {};
      response.on('drain', () => resume()).on('close', () => resume());
      for (offer.sent = 0; offer.sent < offer.target && !response.destroyed; offer.sent += piece.length) {
        if (response.write(piece)) continue;
        offer.isStalled = true;
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
        offer.isStalled = false;
      }
      response.end(last.join(''));
    });
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x' }], stream: true });
    // The first streams load what any stream needs, and show that this upstream sends its usage.
    // When nothing is asked, memory goes back to the system: what streams take is known while they run.
    let before = 0;
    for (let stream = 0; stream < 12; stream += 1) {
      await (await post(body)).text();
      before = Math.max(before, residentBytes(turnpike.pid));
    }
    await eventually(async () => (await root.callRows()).length === 12);
    offer.target = 50 * MIB;

    const reader = new SlowReader(`${turnpike.url}/v1/chat/completions`, { tokenKey, body });
    await eventually(async () => offer.isStalled);
    let highest = 0;
    for (let tenth = 0; tenth < 60; tenth += 1) {
      await reader.read(100);
      highest = Math.max(highest, residentBytes(turnpike.pid));
      await wait(100);
    }
    const { sent, isStalled } = offer;
    reader.leave();

    expect(isStalled).toBe(true);
    // Bytes in the system's sockets at their largest; far less than offered.
    expect(sent).toBeLessThan(offer.target / 2);
    expect(highest - before).toBeLessThan(20 * MIB);
  });

  it('a body of 32 MiB is taken, one byte more is not', async () => {
    upstream.does((response) => sendJson(response, 200, whole));

    const largest = await post(bodyOf(32 * MIB));
    const tooLarge = await post(bodyOf(32 * MIB + 1));

    expect(largest.status).toBe(200);
    expect(await largest.json()).toMatchObject({ choices: [{ message: { content: 'Hello!' } }] });
    expect(tooLarge.status).toBe(413);
  });
});

/** Reads no more from its socket than requested. */
class SlowReader {
  readonly #request: ClientRequest;
  readonly #answer: Promise<IncomingMessage>;

  constructor(url: string, { tokenKey, body }: { tokenKey: string; body: string }) {
    this.#request = request(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
    });
    this.#answer = once(this.#request, 'response').then(([answer]) => answer as IncomingMessage);
    this.#request.on('error', () => {});
    this.#request.end(body);
  }

  async read(bytes: number): Promise<void> {
    const answer = await this.#answer;
    while (answer.read(bytes) === null) await once(answer, 'readable');
  }

  leave(): void {
    this.#request.destroy();
  }
}

/** Resident memory of a process. */
function residentBytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
