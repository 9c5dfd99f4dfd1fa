import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect } from 'vitest';
import { sendJson } from '../../server/test/support/fake-upstream.ts';
import { eventually } from '../support/site.ts';
import { type AttackSite, attack, CALL_POINTS } from './attack-site.ts';
import { answerOf, hello } from './chat-texts.ts';
import { canReadProcess, forgetPeak, peakMib } from './process-facts.ts';
import { chunkOfEach, oneChunk, RawCall } from './raw-call.ts';

/** The budget for bodies and events is 256 MiB of it. Without one, bodies took 1.9 GB and events 1 GB; with it 600 MiB. */
const MAX_MIB = 800;
const BODIES = 60;
const large = oneChunk(unfinished(30_000_000));
const medium = oneChunk(unfinished(2 ** 20));
const inOneByteChunks = chunkOfEach(unfinished(200_000));
const eventPiece = Buffer.alloc(2 ** 20, 'word ');
const EVENT_MIB = 15;

describe.skipIf(!canReadProcess)('memory (read where Linux tells it)', () => {
  attack('sends bodies without end, and has long events sent without end', async (site) => {
    const { pid } = site.turnpike;
    const bystander = await site.account('bystander');
    const expectServed = async (): Promise<void> => {
      for (let call = 0; call < 5; call += 1) {
        const askedAt = performance.now();
        expect((await site.chat(bystander.tokenKey, hello())).status).toBe(200);
        expect(performance.now() - askedAt).toBeLessThan(10_000);
      }
    };
    const pauper = await site.account('pauper', { quota: CALL_POINTS });
    await site.chat(pauper.tokenKey, { ...hello(), max_tokens: 2 });
    await eventually(async () => (await pauper.person.quota()) === 0);
    const payers = await Promise.all(
      Array.from({ length: 6 }, (_, number) => site.account(`payer${number}`)),
    );
    const [first, ...others] = payers.map(({ tokenKey }) => tokenKey) as [string, ...string[]];
    forgetPeak(pid);

    const unpaid = sendBodies(site, [pauper.tokenKey], large, BODIES);
    await Promise.all(unpaid.map((call) => call.answered()));
    await expectServed();
    expect(codesOf(unpaid)).toEqual(['quota.insufficient']);
    closeAll(unpaid);

    const ofOne = sendBodies(site, [first], large, BODIES);
    await eventually(async () => answeredOf(ofOne).length >= BODIES - 2, { withinMs: 30_000 });
    await expectServed();
    expect(codesOf(ofOne)).toEqual(['rate.body_bytes']);
    closeAll(ofOne);

    const fillMemory = async (): Promise<RawCall[]> => {
      const calls = sendBodies(site, others, medium, 315);
      await eventually(async () => codesOf(calls).includes('gateway.busy'), { withinMs: 30_000 });
      return calls;
    };
    const full = await fillMemory();
    await expectServed();
    closeAll(full);

    const inBytes = sendBodies(site, [first], inOneByteChunks, 8);
    await Promise.all(inBytes.map((call) => call.sent));
    await expectServed();
    closeAll(inBytes);
    expect(peakMib(pid)).toBeLessThan(MAX_MIB);

    const leaving = Promise.withResolvers<void>();
    let sent = 0;
    site.upstream.does(async (response, { body }) => {
      if (body.stream !== true) return sendJson(response, 200, answerOf(9, 2));
      await sendUnfinishedEvent(response);
      sent += 1;
      await leaving.promise;
      response.destroy();
    });
    const streams = payers.flatMap(({ tokenKey }) =>
      Array.from({ length: 10 }, async () => {
        const answer = await site.chat(tokenKey, { ...hello(), stream: true });
        return answer.text();
      }),
    );
    await eventually(async () => sent === streams.length, { withinMs: 60_000 });
    await expectServed();
    leaving.resolve();
    const texts = await Promise.all(streams);
    expect(texts.filter((text) => !text.startsWith('data: ') || !text.includes('"error"'))).toEqual([]);
    expect(texts.join('')).toContain('gateway_busy');
    expect(peakMib(pid)).toBeLessThan(MAX_MIB);

    // The memory is free again: a second round takes no more.
    closeAll(await fillMemory());
    await expectServed();
    expect(peakMib(pid)).toBeLessThan(MAX_MIB);
  });
});

/** The beginning of a request, which looks like all of it until it ends. */
function unfinished(bytes: number): Buffer {
  const body = Buffer.alloc(bytes, 'word ');
  body.write('{"model":"m","messages":[{"role":"user","content":"');
  return body;
}

type SentCall = RawCall & { sent: Promise<void> };

/** Sends so many bodies, by one key after the other. */
function sendBodies(
  { turnpike }: AttackSite,
  tokenKeys: readonly string[],
  framed: Buffer,
  count: number,
): SentCall[] {
  return Array.from({ length: count }, (_, number) => {
    const call = new RawCall(turnpike.url, tokenKeys[number % tokenKeys.length] ?? '');
    return Object.assign(call, { sent: call.send(framed) });
  });
}

function closeAll(calls: readonly RawCall[]): void {
  for (const call of calls) call.close();
}

const answeredOf = (calls: readonly RawCall[]): RawCall[] => calls.filter(({ status }) => status > 0);

const codesOf = (calls: readonly RawCall[]): string[] => [
  ...new Set(answeredOf(calls).map(({ errorCode }) => errorCode)),
];

/** Sends the beginning of an event as long as one may be, as far as somebody takes it. */
async function sendUnfinishedEvent(response: ServerResponse): Promise<void> {
  const closed = once(response, 'close');
  const write = (text: string | Buffer) =>
    Promise.race([closed, new Promise((resolve) => response.write(text, resolve))]);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  await write('data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n');
  await write('data: {"choices":[{"index":0,"delta":{"content":"');
  for (let sent = 0; sent < EVENT_MIB && !response.destroyed; sent += 1) await write(eventPiece);
}
