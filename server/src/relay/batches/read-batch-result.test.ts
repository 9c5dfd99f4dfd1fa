import { expect, it } from 'vitest';
import { priceOf } from '../../../test/support/test-prices.ts';
import { toPrice } from '../../billing/price-book.ts';
import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { toPriceRow } from '../../modules/price/price-repository.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import type { BodyConsumer, UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { BatchTerms } from './batch-terms.ts';
import { readBatchResult } from './read-batch-result.ts';

const ANSWERED = {
  response: {
    status_code: 200,
    body: { choices: [], usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 } },
  },
};

/** An answer, then a line without end. */
class EndlessAnswer implements UpstreamAnswer {
  readonly status = 200;
  readonly headers = {};
  sentBytes = 0;
  #consumer: BodyConsumer | null = null;
  #isPaused = false;
  #isCancelled = false;

  consume(consumer: BodyConsumer): void {
    this.#consumer = consumer;
    consumer.data(Buffer.from(`${JSON.stringify(ANSWERED)}\n`));
    this.#send();
  }
  pause(): void {
    this.#isPaused = true;
  }
  resume(): void {
    this.#isPaused = false;
    setImmediate(() => this.#send());
  }
  cancel(): void {
    this.#isCancelled = true;
  }

  #send(): void {
    if (this.#isPaused || this.#isCancelled) return;
    this.sentBytes += PIECE.length;
    this.#consumer?.data(PIECE);
  }
}

const PIECE = Buffer.alloc(2 ** 20, 'x');

it('of a file beyond all measure counts what came before', async () => {
  const answer = new EndlessAnswer();
  const price = toPrice({ ...toPriceRow(priceOf('m')), version: 1 });
  const terms = { price, requests: 2, likelyInput: 1 } as BatchTerms;
  const result = await readBatchResult(answer, { terms, dialect: openAiChat, breakOff: new BreakOff() });
  expect(result).toMatchObject({ answers: 1, unread: 0 });
  expect(answer.sentBytes).toBeLessThan(2 ** 30);
}, 30_000);
