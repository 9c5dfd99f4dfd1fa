import { createServer, type ServerResponse } from 'node:http';
import { type BenchDialect, benchDialects } from './bench-dialects.ts';

// The upstream that both the gateway and the plain proxy stand in front of. It costs as little as it can, so
// that what is measured is what stands before it.

const EVENTS = Number(process.env.BENCH_EVENTS ?? 100);
const EVENT_PAUSE_MS = Number(process.env.BENCH_EVENT_PAUSE_MS ?? 5);

const usage = { prompt_tokens: 20, completion_tokens: 100, total_tokens: 120 };
const base = { id: 'chatcmpl-bench', created: 1_762_500_000, model: 'bench' };
const whole = Buffer.from(
  JSON.stringify({
    ...base,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'word '.repeat(140) },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage,
  }),
);
const [chat] = benchDialects as [BenchDialect];

const FAST_EVENTS = 50_000;
const EVENTS_A_PIECE = 50;
const fastPiece = Buffer.concat(Array.from({ length: EVENTS_A_PIECE }, () => Buffer.from(chat.events.word)));

/** As many events as the reader takes, up to fifty thousand, in pieces of a few kilobytes. */
function sendFast(response: ServerResponse): void {
  let left = FAST_EVENTS / EVENTS_A_PIECE;
  const send = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(fastPiece)) {
        response.once('drain', send);
        return;
      }
    }
    response.end(chat.events.last);
  };
  send();
}

const server = createServer((request, response) => {
  let isStream = request.url?.includes(':stream') === true;
  let endless = false;
  let isFast = false;
  const { events } =
    benchDialects.find(({ upstreamPath }) => upstreamPath.test(request.url?.split('?', 1)[0] ?? '')) ?? chat;
  request.on('data', (piece: Buffer) => {
    if (piece.includes('"stream":true')) isStream = true;
    if (piece.includes('"hold"')) endless = true;
    if (piece.includes('"fast"')) isFast = true;
  });
  request.on('end', () => {
    if (!isStream && !/stream/i.test(request.url ?? '')) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
      response.end(whole);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (events.first !== '') response.write(events.first);
    if (isFast) {
      sendFast(response);
      return;
    }
    let sent = 0;
    const timer = setInterval(
      () => {
        if (response.destroyed) return clearInterval(timer);
        if (sent >= EVENTS && !endless) {
          clearInterval(timer);
          response.end(events.last);
          return;
        }
        sent += 1;
        response.write(events.word);
      },
      endless ? 200 : EVENT_PAUSE_MS,
    );
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`listening ${address.port}`);
});
