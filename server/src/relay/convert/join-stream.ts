import { parseObject } from '../../dialects/neutral/json-values.ts';
import type { StreamJoiner } from '../../dialects/stream-joiner.ts';
import type { StreamPath } from '../../dialects/stream-path.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { splitEvents } from '../../platform/net/sse-frames.ts';
import type { BodyConsumer, UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import { nextTurn } from '../../platform/turns.ts';
import { toAnswerError, toBrokenAnswer } from '../answer/read-failure.ts';
import type { BodyHold } from '../body/body-budget.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';

/** Limit of the answer, which is read and written at once; the same as for other converted answers. */
const MAX_BYTES = 16 * 2 ** 20;
/** Reading, joining and writing a longer answer yield to other calls in between. */
const ONE_TURN_BYTES = 128 * 1024;
/** Time that an upstream may take after the whole answer to end it, or to report its usage too. */
const END_GRACE_MS = 1_000;
const USAGE_GRACE_MS = 10_000;

/**
 * Reads a stream to its end and builds the equivalent whole answer in the same dialect: some upstreams can
 * only stream.
 * @throws if the stream fails or is cut; another channel may be tried then. rate.body_bytes or gateway.busy
 */
export async function joinStream(
  call: RoutedCall,
  answer: UpstreamAnswer,
  { clock }: Pick<RelayDeps, 'clock'>,
): Promise<object> {
  const { route, form, facts, requestId, bodyHold } = call;
  const { streams } = form.dialect;
  if (streams === null) throw new GatewayError('upstream.broken_answer');
  const { answerCount } = facts;
  const path = streams.pass({ wantsUsage: true, answerCount, framing: 'sse', requestId });
  const joiner = await streams.joiner();
  await new Promise<void>((resolve, reject) => {
    answer.consume(new Joining(answer, { path, joiner, hold: bodyHold, resolve, reject }));
  });
  const { failure, isComplete, failureCode } = path.findings;
  if (failure !== null) throw toAnswerError({ failure, failureCode }, { channel: route.channel, form });
  if (!isComplete) throw new GatewayError('upstream.answer_cut');
  const head = { id: requestId, model: route.upstreamModel, createdSeconds: clock.nowSeconds() };
  if (joiner.bytes <= ONE_TURN_BYTES) return joiner.whole(head);
  await nextTurn();
  const whole = joiner.whole(head);
  await nextTurn();
  return whole;
}

interface JoiningDeps {
  path: StreamPath;
  joiner: StreamJoiner;
  hold: BodyHold;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Reads the events of one stream as they arrive, and keeps only the answer. */
class Joining implements BodyConsumer {
  readonly #answer: UpstreamAnswer;
  readonly #deps: JoiningDeps;
  readonly #heldBefore: number;
  #grace: NodeJS.Timeout | null = null;
  #lateEvents = 0;
  #isOver = false;

  constructor(answer: UpstreamAnswer, deps: JoiningDeps) {
    this.#answer = answer;
    this.#deps = deps;
    this.#heldBefore = deps.hold.bytes;
  }

  data(piece: Buffer): void {
    if (this.#isOver) return;
    const { path } = this.#deps;
    try {
      this.#add(path.read(piece));
      if (path.findings.isEnded) this.#end();
      else if (path.findings.isComplete) this.#watchEnd();
      else return;
    } catch (error) {
      this.#fail(toBrokenAnswer(error));
    }
    if (this.#isOver) this.#answer.cancel();
  }

  end(): void {
    if (this.#isOver) return;
    try {
      this.#add(this.#deps.path.finish());
      this.#end();
    } catch (error) {
      this.#fail(toBrokenAnswer(error));
    }
  }

  // A stream is complete after its finish reason, even if the last marker or the end never arrives.
  fail(error: UpstreamError): void {
    if (this.#isOver) return;
    if (this.#deps.path.findings.isComplete && error.fault !== 'cancelled') this.#end();
    else this.#fail(error);
  }

  /** @throws rate.body_bytes or gateway.busy if there is no memory for such a long answer */
  #add(events: Buffer | null): void {
    const { joiner, hold, path } = this.#deps;
    if (events !== null)
      for (const { data } of splitEvents(events)) {
        const event = parseObject(data);
        if (event !== null) joiner.add(event);
      }
    if (joiner.bytes > MAX_BYTES) throw new Error('the answer is too long to be joined');
    hold.resize(this.#heldBefore + joiner.bytes + path.unfinishedBytes);
  }

  /** After the end of every choice, some upstreams send nothing or only comments, and never end. */
  #watchEnd(): void {
    const { lateEvents, usage } = this.#deps.path.findings;
    if (this.#grace !== null && lateEvents === this.#lateEvents) return;
    this.#lateEvents = lateEvents;
    if (this.#grace !== null) clearTimeout(this.#grace);
    this.#grace = setTimeout(
      () => {
        this.#end();
        this.#answer.cancel();
      },
      usage === null ? USAGE_GRACE_MS : END_GRACE_MS,
    );
  }

  /** The end of the stream may also contain a part of the answer. */
  #end(): void {
    if (this.#isOver) return;
    const { path, resolve } = this.#deps;
    try {
      if (path.findings.isComplete) this.#add(path.takeEnd(null));
      this.#over();
      resolve();
    } catch (error) {
      this.#fail(toBrokenAnswer(error));
    }
  }

  #fail(error: unknown): void {
    this.#over();
    this.#deps.reject(error);
  }

  #over(): void {
    this.#isOver = true;
    if (this.#grace !== null) clearTimeout(this.#grace);
  }
}
