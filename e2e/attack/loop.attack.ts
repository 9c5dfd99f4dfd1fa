import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { sendJson } from '../../server/test/support/fake-upstream.ts';
import { HealthProber } from '../support/health-prober.ts';
import { eventually } from '../support/site.ts';
import { type Account, attack, EFFORT } from './attack-site.ts';
import { answerOf, hello } from './chat-texts.ts';

/** Maximum time of work on the main loop. The faults blocked other callers for two seconds and more. */
const MAX_MS = 1000;
const EVENT_BYTES = 15 * 2 ** 20;
const EVENTS = 50_000 * EFFORT;
const PIPELINED = 200_000;
const withoutUsage = JSON.stringify({
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello!' } }],
});
const delta = (text: string) => `data: {"choices":[{"index":0,"delta":{"content":"${text}"}}]}\n\n`;
const end = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

attack('keeps the main loop and the counter of tokens busy', async (site) => {
  const thief = await site.account('thief', { quota: 100_000_000 });
  const bystander = await site.account('bystander');
  const stream = { ...hello(), stream: true };
  const prober = new HealthProber(site.turnpike.url, { pid: site.turnpike.pid });
  try {
    // Letters without spaces, which the gateway counts.
    site.upstream.does((response) => sendJson(response, 200, withoutUsage));
    expect((await site.chat(bystander.tokenKey, hello())).status).toBe(200);
    const letters = 'abcdefghij'.repeat(20_000);
    const calls = Array.from({ length: 6 * EFFORT }, () =>
      site.chat(thief.tokenKey, { model: 'm', messages: [{ role: 'user', content: letters }] }),
    );
    const askedAt = performance.now();
    const answer = await site.chat(bystander.tokenKey, hello());
    expect([answer.status, await answer.text()]).toEqual([200, withoutUsage]);
    expect(performance.now() - askedAt).toBeLessThan(15_000);
    const [charged, quiet] = await rowsOf(bystander, 2);
    expect(charged?.quota).toBeGreaterThan(0);
    expect(charged?.quota).toBe(quiet?.quota);
    for (const call of await Promise.all(calls)) expect(call.status).toBe(200);

    // Events of 15 MiB in small pieces.
    site.upstream.does(sendLongEvent);
    const streamed = () =>
      Promise.all(Array.from({ length: 4 }, () => lengthOf(site.chat(thief.tokenKey, stream))));
    expect(Math.min(...(await streamed()))).toBeGreaterThan(EVENT_BYTES);

    // Streams of many events at once; what they and the names below may delay others by is in the benchmark and in tests
    // of the scanner and of turns.
    const events = delta('word').repeat(1000);
    site.upstream.does(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let sent = 0; sent < EVENTS; sent += 1000) await write(response, events);
      response.end(end);
    });
    expect(Math.min(...(await streamed()))).toBeGreaterThan(EVENTS * delta('word').length);

    // Bodies of millions of names.
    site.upstream.does((response) => sendJson(response, 200, answerOf(9, 2)));
    const names = Array.from({ length: 2_000_000 }, (_, at) => `"n${at}":1,`).join('');
    const body = `{"model":"m","messages":[],${names}"b":1}`;
    for (let call = 0; call < 2; call += 1) {
      const answer = await site.chat(thief.tokenKey, body);
      expect(answer.status).toBe(200);
    }

    // Request after request on one connection, without a key.
    const answered = await Promise.all(Array.from({ length: 3 }, () => sendPipeline(site.turnpike.port)));
    expect(Math.max(...answered)).toBeLessThan(PIPELINED / 10);
  } finally {
    const latencies = await prober.stop();
    expect(latencies.at(-1)).toBeLessThan(MAX_MS);
  }
});

const rowsOf = ({ person }: Account, count: number) =>
  eventually(async () => {
    const rows = await person.callRows();
    return rows.length >= count && rows;
  });

async function lengthOf(answering: Promise<Response>): Promise<number> {
  const answer = await answering;
  let length = 0;
  for await (const piece of answer.body ?? []) length += piece.length;
  return length;
}

/** Each piece leaves in a turn of its own, so that the gateway gets thousands of them. */
async function sendLongEvent(response: ServerResponse): Promise<void> {
  response.socket?.setNoDelay(true);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const piece = 'word '.repeat(800);
  // Up to the quote that ends its text.
  await write(response, delta('Hi').slice(0, -'"}}]}\n\n'.length));
  for (let sent = 0; sent < EVENT_BYTES && !response.destroyed; sent += piece.length) {
    await write(response, piece);
  }
  await write(response, '"}}]}\n\n');
  response.end(end);
}

async function write(response: ServerResponse, text: string): Promise<void> {
  if (response.destroyed) return;
  if (!response.write(text)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  else await new Promise((resolve) => setImmediate(resolve));
}

/** Sends requests until the product ends the connection; returns how many were answered. */
async function sendPipeline(port: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /v1/models HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(PIPELINED));
  let answers = 0;
  socket.on('data', (bytes) => {
    answers += bytes.toString('latin1').split('HTTP/1.1 ').length - 1;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return answers;
}
