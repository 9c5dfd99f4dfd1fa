import { chargeOf } from '../../billing/charge.ts';
import { inputTokensOf, outputTokensOf } from '../../billing/usage.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { commonHeaders, jsonHeaders, streamHeadersOf } from '../answer/response-headers.ts';
import { AnswerRecorder } from '../cached/answer-recorder.ts';
import { cacheNameOf } from '../cached/cache-name.ts';
import type { CachedAnswer } from '../cached/cached-answer.ts';
import type { ReadCall } from '../call/call-context.ts';
import type { Replayed } from '../call/call-parts.ts';
import { loadPayers } from '../call/load-payers.ts';
import type { AnswerSender } from '../call/opened-answer.ts';
import { payersOf } from '../call/payers.ts';
import { routesOfModel } from '../channel/model-routes.ts';
import type { RelayDeps } from '../relay-deps.ts';

/**
 * Answers a call whose key caches with an earlier answer to the same request. Without one, the answer is recorded for later
 * calls.
 * @returns whether the call is answered; its points are held then
 * @throws model.not_found, model.no_price, channel.none_available; what refuses a hold
 */
export async function replay(call: ReadCall, deps: RelayDeps): Promise<boolean> {
  const options = deps.options();
  const { cacheSeconds } = options;
  const name = cacheSeconds === 0 || asks(call, 'no-store') ? null : cacheNameOf(call, options);
  if (name === null) return false;
  const answer = asks(call, 'no-cache') ? null : await deps.answerCache.store.find(name);
  if (answer === null) {
    const { store, recorded } = deps.answerCache;
    call.recorder = new AnswerRecorder({ name, seconds: cacheSeconds, store, recorded, clock: deps.clock });
    return false;
  }
  await holdFor(call, answer, deps);
  call.firstByteMs = deps.clock.monotonicMs() - call.startedAtMs;
  call.sender = new ReplaySender(call, answer, deps.clock.nowSeconds());
  return true;
}

const asks = ({ caller }: ReadCall, directive: string): boolean =>
  (caller.request.headers['cache-control'] ?? '').toLowerCase().includes(directive);

/** Holds exactly what the answer costs. */
async function holdFor(call: ReadCall, answer: CachedAnswer, deps: RelayDeps): Promise<void> {
  const { quotaBook, options, clock } = deps;
  // The key may have lost the model since.
  const [route] = routesOfModel(call);
  if (route === undefined) throw new GatewayError('channel.none_available');
  const percent = options().cacheHitPercent;
  const replayed: Replayed = { ...answer, price: route.price, percent };
  const payers = payersOf(call, { model: call.facts.model, nowSeconds: clock.nowSeconds() });
  const { points } = chargeOf(answer.usage, route.price, call.payingGroup.ratio, percent);
  await loadPayers(payers, deps);
  const tokens = inputTokensOf(answer.usage) + outputTokensOf(answer.usage);
  if (payers.counted.length > 0)
    call.counts = deps.countBook.hold(payers.counted, { points: 0, tokens, requests: 1 });
  const hold = await quotaBook.reserve(
    payers,
    { most: points, least: points },
    { waitMs: options().holdWaitSeconds * 1000, onLeave: (leave) => call.breakOff.onBreak(leave) },
  );
  Object.assign(call, { payers, hold, replayed });
}

/** Sends a kept answer at once, after the settlement. */
class ReplaySender implements AnswerSender {
  readonly #call: ReadCall;
  readonly #answer: CachedAnswer;
  readonly #nowSeconds: number;

  constructor(call: ReadCall, answer: CachedAnswer, nowSeconds: number) {
    this.#call = call;
    this.#answer = answer;
    this.#nowSeconds = nowSeconds;
  }

  async run(): Promise<void> {}

  finish(): void {
    const { bytes, madeAt } = this.#answer;
    const { facts, caller } = this.#call;
    if (!caller.response.headersSent) {
      const headers = commonHeaders(this.#call);
      headers.push('age', String(Math.max(0, this.#nowSeconds - madeAt)));
      if (facts.stream) headers.push(...streamHeadersOf(facts));
      else headers.push(...jsonHeaders, 'content-length', String(bytes.length));
      caller.response.writeHead(200, headers);
    }
    caller.response.end(bytes);
  }

  breakOff(): void {
    this.#call.caller.response.destroy();
  }
}
