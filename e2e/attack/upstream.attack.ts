import { expect } from 'vitest';
import { sendJson } from '../../server/test/support/fake-upstream.ts';
import { eventually } from '../support/site.ts';
import { attack, EFFORT } from './attack-site.ts';
import { answerOf, hello } from './chat-texts.ts';
import { oneChunk, RawCall } from './raw-call.ts';

/** Calls that may be open to one address. */
const MAX_OPEN = 4096;
/** Beyond 1024 they waited in silence. Above the limit only with `--long`: it takes 17 000 connections. */
const STREAMS = EFFORT > 1 ? MAX_OPEN + 100 : 1100;
const request = Buffer.concat([
  oneChunk(Buffer.from(JSON.stringify({ ...hello(), stream: true }))),
  Buffer.from('0\r\n\r\n'),
]);

attack('keeps more streams to one address open than it may', async (site) => {
  const thief = await site.account('thief', { quota: 1_000_000_000 });
  const bystander = await site.account('bystander');
  await site.root.createChannel({
    base_url: site.upstream.url.replace('127.0.0.1', 'localhost'),
    models: 'other',
  });
  await site.root.createPrice('other', 1, 3);
  const over = Promise.withResolvers<void>();
  site.upstream.does(async (response, { body }) => {
    if (body.stream !== true) return sendJson(response, 200, answerOf(9, 2));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n');
    await over.promise;
    response.destroy();
  });

  const calls: RawCall[] = [];
  for (let count = 0; count < STREAMS; count += 1) {
    const call = new RawCall(site.turnpike.url, thief.tokenKey);
    void call.send(request);
    calls.push(call);
    // A hundred at a time: the queue for new connections is short.
    if (calls.length % 100 === 0) await eventually(async () => calls.every(isAnswered), { withinMs: 30_000 });
  }
  await eventually(async () => calls.every(isAnswered), { withinMs: 30_000 });

  const open = calls.filter(({ status, answer }) => status === 200 && answer.includes('"Hi"'));
  expect(open).toHaveLength(Math.min(STREAMS, MAX_OPEN));
  const refused = calls.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ errorCode }) => errorCode))).toEqual(
    new Set(STREAMS > MAX_OPEN ? ['upstream.unreachable'] : []),
  );
  expect((await site.chat(bystander.tokenKey, hello('other'))).status).toBe(200);
  for (const call of calls) call.close();
  over.resolve();
});

const isAnswered = ({ status, answer, isClosed }: RawCall): boolean =>
  isClosed || answer.includes('"Hi"') || (status > 0 && status !== 200);
