import { parseObject } from '../../dialects/neutral/json-values.ts';
import type { StreamJoiner } from '../../dialects/stream-joiner.ts';
import type { StreamPath } from '../../dialects/stream-path.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { splitEvents } from '../../platform/sse-frames.ts';
import { nextTurn } from '../../platform/turns.ts';
import type { BodyConsumer, UpstreamAnswer, UpstreamError } from '../../platform/upstream-answer.ts';
import type { BodyHold } from '../accept/body-budget.ts';
import type { RoutedCall } from '../call-context.ts';
import { toAnswerError, toBrokenAnswer } from '../dispatch/read-failure.ts';
import type { RelayDeps } from '../relay-deps.ts';

/** Of the answer, which is written and read at once: as long as any other that is converted. */
const MAX_BYTES = 16 * 2 ** 20;
/** Reading, joining and writing a longer one leave a turn to other calls between them. */
const ONE_TURN_BYTES = 128 * 1024;
/** An upstream that has told its whole answer may take so long to end it, or to tell its usage too. */
const END_GRACE_MS = 1_000;
const USAGE_GRACE_MS = 10_000;

/**
 * Some upstreams only stream: reads a stream to its end and makes of it the whole answer that it would have been, in
 * the same dialect.
 * @throws where the stream fails or is cut; another channel may be tried then. rate.body_bytes or gateway.busy
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

/** Reads the events of one stream as they come; what was read is kept as the answer alone. */
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

  // A stream whose finish reason was seen is whole, even if its last marker or its end never comes.
  fail(error: UpstreamError): void {
    if (this.#isOver) return;
    if (this.#deps.path.findings.isComplete && error.fault !== 'cancelled') this.#end();
    else this.#fail(error);
  }

  /** @throws rate.body_bytes or gateway.busy where there is no memory for so long an answer */
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

  /** After the end of every choice, some upstreams say nothing more, or send nothing but comments, and never end. */
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

  /** What ends the stream may tell of the answer too. */
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
