import type { Usage } from '../../billing/usage.ts';
import type { AnswerOptions, CallerFormat } from '../../dialects/conversation-format.ts';
import { ConvertedStream } from '../../dialects/converted-stream.ts';
import type { StreamFormat } from '../../dialects/dialect.ts';
import { AnswerJoiner } from '../../dialects/neutral/answer-joiner.ts';
import type { AnswerOrder } from '../../dialects/neutral/answer-order.ts';
import type { StreamReader, StreamWriter } from '../../dialects/neutral/answer-sink.ts';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import type { StreamPath } from '../../dialects/stream-path.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { UpstreamAnswer } from '../../platform/upstream-answer.ts';
import { LocalAnswer } from '../../providers/local-answer.ts';
import type { BodyHold } from '../accept/body-budget.ts';
import type { RoutedCall } from '../call-context.ts';
import { toAnswerError, toBrokenAnswer } from '../dispatch/read-failure.ts';
import type { RelayNeeds } from '../relay-needs.ts';

/** A stream is some fifty times as long as its text. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Some upstreams only stream: reads a stream to its end and gives it as the whole answer that it would have been, in
 * the same dialect.
 * @throws where the stream fails or is cut; another channel may be tried then
 */
export async function joinStream(
  call: RoutedCall,
  answer: UpstreamAnswer,
  { clock }: Pick<RelayNeeds, 'clock'>,
): Promise<UpstreamAnswer> {
  const { route, form, facts, requestId, bodyHold } = call;
  const { conversation, streams } = form.dialect;
  if (conversation === null || streams === null) throw new GatewayError('upstream.broken_answer');
  const format = await conversation();
  const options: AnswerOptions = {
    fallback: { id: requestId, model: route.upstreamModel, createdSeconds: clock.nowSeconds() },
    answerCount: format.hasSeveralAnswers ? facts.answerCount : 1,
    wantsUsage: true,
    framing: 'sse',
    inputTokens: facts.likelyInputTokens,
    toolNames: null,
    customTools: new Set(),
    thinkingShown: true,
    namespaced: new Map(),
    counted: null,
    // Its reader and its writer are of one dialect, so there is nothing to tell.
    report: new ConversionReport(),
  };
  const writer = new WholeWriter(format, options);
  const upstream = {
    ...format,
    streamReader: (order: AnswerOrder) => writer.watch(format.streamReader(order), streams),
  };
  const caller = { places: format.places, streamWriter: () => writer };
  const path = new ConvertedStream({ upstream, caller }, options, null);
  await readThrough(answer, path, bodyHold);
  const { failure, isComplete, isMalformedCall } = path.findings;
  if (failure !== null) throw toAnswerError({ failure, isMalformedCall }, { channel: route.channel, form });
  if (!isComplete) throw new GatewayError('upstream.answer_cut');
  return LocalAnswer.json(path.takeEnd(null).toString('utf8'));
}

/** Says nothing before the end, and then the whole answer. */
class WholeWriter extends AnswerJoiner implements StreamWriter {
  readonly #format: Pick<CallerFormat, 'writeAnswer'>;
  readonly #options: AnswerOptions;
  #whole: ReturnType<NonNullable<StreamFormat['wholeIn']>> = null;

  constructor(format: Pick<CallerFormat, 'writeAnswer'>, options: AnswerOptions) {
    super();
    this.#format = format;
    this.#options = options;
  }

  /** Keeps the whole answer that an event repeats. */
  watch(reader: StreamReader, { wholeIn }: StreamFormat): StreamReader {
    if (wholeIn === undefined) return reader;
    return {
      event: (data) => {
        reader.event(data);
        this.#whole ??= wholeIn(data);
      },
    };
  }

  take(): string {
    return '';
  }

  takeEnd(charged: Usage | null): string {
    const answer = this.#format.writeAnswer(this.answer, { ...this.#options, counted: charged });
    return JSON.stringify(this.#whole?.(answer) ?? answer);
  }

  breakOff(): string {
    return '';
  }
}

/** @throws UpstreamError, upstream.broken_answer or upstream.malformed_call */
function readThrough(answer: UpstreamAnswer, path: StreamPath, hold: BodyHold): Promise<void> {
  return new Promise((resolve, reject) => {
    let size = 0;
    const breakOff = (cause: unknown): void => {
      reject(toBrokenAnswer(cause));
      answer.cancel();
    };
    answer.consume({
      data(piece) {
        size += piece.length;
        if (size > MAX_BYTES || !hold.tryTake(piece.length)) {
          breakOff(new Error('a stream is too long to be joined'));
          return;
        }
        try {
          path.read(piece);
        } catch (error) {
          breakOff(error);
          return;
        }
        if (!path.findings.isEnded) return;
        resolve();
        answer.cancel();
      },
      end() {
        try {
          path.finish();
          resolve();
        } catch (error) {
          breakOff(error);
        }
      },
      // A stream whose finish reason was seen is whole, even if its last marker or its end never comes.
      fail: (error) => (path.findings.isComplete && error.fault !== 'cancelled' ? resolve() : reject(error)),
    });
  });
}
