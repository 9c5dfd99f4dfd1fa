import { setTimeout as wait } from 'node:timers/promises';
import { type FakeUpstream, framedEvents, sendJson } from '../../server/test/support/fake-upstream.ts';

/** A call whose answer arrived to its last byte. */
export interface Delivered {
  requestId: string;
  atMs: number;
}

/** Statuses of calls that were refused, and how many were cut or never answered. */
export interface Refused {
  status: number;
  atMs: number;
}

const events = framedEvents('openai-chat/hello.chunks.txt');
const whole = JSON.stringify({
  ...{ id: 'chatcmpl-load', object: 'chat.completion', created: 1_762_500_000, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello!' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
});

/** Answers whole or streamed, each piece after a small random delay. */
export function answersWithDelays(upstream: FakeUpstream, { upToMs }: { upToMs: number }): void {
  upstream.does(async (response, { body }) => {
    // A run of minutes is not kept in memory.
    upstream.received.length = 0;
    await wait(Math.random() * upToMs);
    if (body.stream !== true) return sendJson(response, 200, whole);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) {
      if (response.destroyed) return;
      response.write(event);
      await wait((Math.random() * upToMs) / 2);
    }
    response.end();
  });
}

/** Parallel callers, each with one call after the other, every second one streamed. */
export class Load {
  readonly delivered: Delivered[] = [];
  readonly refused: Refused[] = [];
  /** Calls that were cut off, or found nobody listening. */
  broken = 0;
  inFlight = 0;
  readonly #options: { url: string; tokenKey: string; pauseMs: number };
  readonly #callers: Promise<void>[];
  #isOver = false;

  constructor({ callers, ...options }: { url: string; tokenKey: string; callers: number; pauseMs: number }) {
    this.#options = options;
    this.#callers = Array.from({ length: callers }, (_, index) => this.#callOnAndOn(index));
  }

  /** Waits until this many answers have arrived whole. */
  async untilDelivered(count: number, { withinMs = 30_000 } = {}): Promise<void> {
    const giveUpAt = Date.now() + withinMs;
    while (this.delivered.length < count) {
      if (Date.now() > giveUpAt) throw new Error(`${this.delivered.length} of ${count} answers in time`);
      await wait(1);
    }
  }

  /** Starts no new calls, lets those under way end. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#callers);
  }

  async #callOnAndOn(index: number): Promise<void> {
    for (let round = index; !this.#isOver; round += 1) {
      this.inFlight += 1;
      try {
        await this.#call(round % 2 === 0);
      } catch {
        this.broken += 1;
        // No server listens, so wait before the next attempt.
        await wait(20);
      } finally {
        this.inFlight -= 1;
      }
      if (this.#options.pauseMs > 0 && !this.#isOver) await wait(this.#options.pauseMs);
    }
  }

  async #call(stream: boolean): Promise<void> {
    const { url, tokenKey } = this.#options;
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'm',
        messages: [{ role: 'user', content: 'Say hello' }],
        max_tokens: 50,
        stream,
      }),
    });
    const text = await answer.text();
    const isWhole = stream ? text.endsWith('data: [DONE]\n\n') : text === whole;
    if (!answer.ok) this.refused.push({ status: answer.status, atMs: performance.now() });
    else if (!isWhole) this.broken += 1;
    else {
      const requestId = String(answer.headers.get('x-request-id'));
      this.delivered.push({ requestId, atMs: performance.now() });
    }
  }
}
