import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  AnswerOptions,
  CallerFormat,
  ConversationFormat,
  RequestTarget,
  UpstreamFormat,
} from '../../src/dialects/conversation-format.ts';
import type { Answer } from '../../src/dialects/neutral/answer.ts';
import { AnswerJoiner } from '../../src/dialects/neutral/answer-joiner.ts';
import { AnswerLosses } from '../../src/dialects/neutral/answer-losses.ts';
import { AnswerOrder } from '../../src/dialects/neutral/answer-order.ts';
import type { Conversation } from '../../src/dialects/neutral/conversation.ts';
import { ConversionReport } from '../../src/dialects/neutral/conversion-report.ts';
import { ToolNames } from '../../src/dialects/neutral/tool-names.ts';
import { LongTexts } from '../../src/platform/json/long-texts.ts';
import { splitEvents } from '../../src/platform/net/sse-frames.ts';
import { answers, conversations, play, type Sayable } from '../arbitraries/conversations.ts';

export const noAddress = { model: null, verb: null, query: '' };

export const answerOptions = (rest: Partial<AnswerOptions> = {}): AnswerOptions => ({
  fallback: { id: 'answer-1', model: 'm', createdSeconds: 1_700_000_000 },
  answerCount: 1,
  wantsUsage: false,
  framing: 'sse',
  inputTokens: 0,
  toolNames: null,
  customTools: new Set(),
  thinkingShown: null,
  namespaced: new Map(),
  counted: null,
  report: new ConversionReport(),
  ...rest,
});

export function requestTarget(rest: Partial<RequestTarget> = {}): RequestTarget {
  const report = new ConversionReport();
  return {
    ...{ upstreamModel: 'm', stream: false, asksUsage: false },
    outputLimit: { member: 'max_tokens', tokens: 4096 },
    ...{ thinkingShare: 0.8, givesThinkingBack: false },
    report,
    toolNames: new ToolNames(report),
    texts: new LongTexts(),
    ...rest,
  };
}

/** The whole answer that a reader's calls make. */
export function joined(answerCount: number, read: (order: AnswerOrder) => void): Answer {
  const joiner = new AnswerJoiner();
  const order = new AnswerOrder(joiner, { answerCount });
  read(order);
  order.finish();
  return joiner.answer;
}

/** Reads a stream's events to a whole answer. */
export const joinStream = (
  format: Pick<UpstreamFormat, 'streamReader'>,
  stream: string,
  answerCount = 1,
): Answer =>
  joined(answerCount, (order) => {
    const reader = format.streamReader(order);
    for (const { data } of splitEvents(Buffer.from(stream))) reader.event(data);
  });

/** Writes a whole answer as a dialect's stream. */
export function streamOf(
  format: Pick<CallerFormat, 'streamWriter'>,
  answer: Answer,
  options: Partial<AnswerOptions> = {},
): string {
  const answerCount = answer.choices.length;
  const writer = format.streamWriter(answerOptions({ answerCount, ...options }));
  play(answer, new AnswerOrder(writer, { answerCount }));
  return writer.take() + writer.takeEnd(null);
}

/** Losses that the report names for an answer to a dialect's callers. */
export function lossesOf({ places }: Pick<CallerFormat, 'places'>, answer: Answer): string[] {
  const report = new ConversionReport();
  const losses = new AnswerLosses(new AnswerJoiner(), { places, report });
  play(answer, new AnswerOrder(losses, { answerCount: answer.choices.length }));
  return report.fields.map(({ fate, field }) => `${fate} ${field}`);
}

/** The conversation with its long texts restored. */
export const withWholeTexts = (texts: LongTexts, read: Conversation): Conversation =>
  JSON.parse(texts.write(read).toString('utf8')) as Conversation;

/** Normalises values that have the same meaning in different forms. */
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, member) => (key === 'raw' || key === 'createdSeconds' ? undefined : member)),
  );

/** Rules for every dialect: writing and reading back is lossless, and a stream equals the whole answer. */
export function describeConversationFormat({
  format,
  sayable,
  assertStream,
  limitMember,
}: {
  format: ConversationFormat;
  sayable: Sayable;
  assertStream: (stream: string) => void;
  limitMember: string;
}): void {
  describe('a conversation', () => {
    it('is read as it was written, and nothing is reported', () => {
      fc.assert(
        fc.property(conversations(sayable), (talk) => {
          talk.settings.maxOutputTokens = 4096;
          const target = requestTarget({ outputLimit: { member: limitMember, tokens: 4096 } });
          const body = target.texts.write(format.writeRequest(talk, target));
          const texts = new LongTexts();
          const read = withWholeTexts(
            texts,
            format.readRequest(texts.parse(body), { address: noAddress, texts }),
          );
          expect(target.report.fields).toEqual([]);
          expect(withTurnsMerged(read)).toEqual(withTurnsMerged(talk));
        }),
      );
    });
  });

  describeAnswers({ format, sayable, assertStream });
}

/** Writing and reading back an answer is lossless, and a stream equals the whole answer. */
export function describeAnswers({
  format,
  sayable,
  assertStream,
}: {
  format: Pick<CallerFormat, 'places' | 'writeAnswer' | 'streamWriter'> &
    Pick<UpstreamFormat, 'readAnswer' | 'streamReader'>;
  sayable: Sayable;
  assertStream: (stream: string) => void;
}): void {
  describe('an answer', () => {
    it('loses nothing', () => {
      fc.assert(
        fc.property(answers(sayable), (answer) => {
          expect(lossesOf(format, answer)).toEqual([]);
        }),
      );
    });

    it('is read as it was written', () => {
      fc.assert(
        fc.property(answers(sayable), (answer) => {
          const written = JSON.parse(JSON.stringify(format.writeAnswer(answer, answerOptions())));
          const read = joined(answer.choices.length, (order) => format.readAnswer(written, order));
          expect(comparable({ ...read, usage: null })).toEqual(comparable(answer));
        }),
      );
    });

    it('streamed keeps to the grammar, and joined is the same answer', () => {
      fc.assert(
        fc.property(answers(sayable), fc.boolean(), (answer, wantsUsage) => {
          const stream = streamOf(format, answer, { wantsUsage });
          assertStream(stream);
          const read = joinStream(format, stream, answer.choices.length);
          expect(comparable({ ...read, usage: null })).toEqual(comparable(answer));
        }),
      );
    });
  });
}

/** Some dialects have a message for each result, and none repeats the name of a result's tool. */
function withTurnsMerged(talk: Conversation): Conversation {
  const turns: Conversation['turns'] = [];
  for (const turn of talk.turns) {
    const parts = turn.parts.map((part) => (part.kind === 'result' ? { ...part, name: '' } : part));
    const before = turns.at(-1);
    if (before?.role === 'user' && turn.role === 'user') before.parts = [...before.parts, ...parts];
    else turns.push({ ...turn, parts });
  }
  return { ...talk, turns };
}
