import { inputTokensOf, outputTokensOf } from '../../billing/usage.ts';
import type { RequestTarget, UpstreamFormat } from '../../dialects/conversation-format.ts';
import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { AnswerJoiner } from '../../dialects/neutral/answer-joiner.ts';
import { AnswerOrder } from '../../dialects/neutral/answer-order.ts';
import { type Conversation, emptyConversation, textPart } from '../../dialects/neutral/conversation.ts';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { objectOf } from '../../dialects/neutral/json-values.ts';
import { ToolNames } from '../../dialects/neutral/tool-names.ts';
import { chat } from '../../dialects/operation.ts';
import type { AskModel, CheckedAnswer, CheckQuestion } from '../../modules/channel/checked-model.ts';
import { buildRoutingChannel } from '../../modules/routing/routing-rows.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import type { Clock } from '../../platform/clock.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { assertParsable } from '../../platform/json/json-structure.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import { splitEvents } from '../../platform/net/sse-frames.ts';
import type { UpstreamClient } from '../../platform/net/upstream-client.ts';
import type { Form } from '../../providers/provider.ts';
import { mediaTypeOf } from '../answer/media-type.ts';
import { errorOfAnswer, toAnswerError, toBrokenAnswer } from '../answer/read-failure.ts';
import { textForCaller } from '../answer/vendor-text.ts';
import { Signing } from '../channel/signing.ts';
import { type OwnMeans, readOwn, sendOwn, upstreamModelOf, withinTime } from './own-request.ts';
import { askSmall, formOfKind } from './test-channel.ts';

const MAX_WAIT_MS = 30_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Longer answers are judged but not shown. */
const MAX_SHOWN_BYTES = 16 * 1024;
/** Limit of the answer where a dialect must have one; leaves room for some thinking. */
const OUTPUT_TOKENS = 1024;

interface Asked {
  form: Form;
  model: string;
  upstreamModel: string;
  question: CheckQuestion;
}

/** Asks models the questions of a check, as the test of a channel asks: nothing is charged or logged. */
export function createModelQuestions({
  upstreams,
  clock,
  maxWaitMs = MAX_WAIT_MS,
}: {
  upstreams: UpstreamClient;
  clock: Clock;
  maxWaitMs?: number;
}): AskModel {
  const signing = new Signing({ upstreams, clock });
  return async ({ model, kind, question, ...row }, signal) => {
    const channel = buildRoutingChannel(row);
    if (channel === null) throw new GatewayError('channel.type_unknown');
    const upstreamModel = upstreamModelOf(channel, model);
    const form = formOfKind(channel, { model, kind, upstreamModel });
    return withinTime({ channel, signal, longestMs: maxWaitMs }, (breakOff) =>
      ask(channel, { form, model, upstreamModel, question }, { upstreams, signing, breakOff }),
    );
  };
}

async function ask(channel: RoutingChannel, asked: Asked, means: OwnMeans): Promise<CheckedAnswer> {
  const { form, upstreamModel, question } = asked;
  const format = await conversationOf(form.dialect);
  if (format === null) {
    const text = await askSmall(channel, { ...asked, maxBytes: MAX_ANSWER_BYTES }, means);
    return { ...factsOfOther(text, channel), upstreamModel };
  }
  const stream = question === 'stream';
  const body = format.writeRequest(questions[question](), targetOf(asked, stream));
  const answer = await sendOwn(channel, { ...asked, body, stream }, means);
  const { text, isFramed } = await readOwn(answer, form, MAX_ANSWER_BYTES);
  const isStreamed = isFramed || mediaTypeOf(answer) === 'text/event-stream';
  const read = isStreamed ? readEvents : readJson;
  const { model, ...facts } = readAnswer((order) => read(text, { format, order, channel, form }), {
    channel,
    form,
  });
  return {
    ...{ isConversation: true, upstreamModel, isStreamed, ...facts },
    reportedModel: textForCaller(model, channel),
    response: isStreamed ? null : shownAnswer(text, channel),
  };
}

/** Readers and writers of a conversation; null for other operations, and for vendors with a form of their own. */
const conversationOf = async ({
  operation,
  conversation,
}: UpstreamDialect): Promise<UpstreamFormat | null> =>
  operation === chat && conversation !== null ? conversation() : null;

const said = (text: string): Conversation => ({
  ...emptyConversation(),
  turns: [{ role: 'user', name: '', parts: [textPart(text)] }],
});
const oneWord = () => said('Answer with the one word "hi".');
const sum = (): Conversation => ({
  ...said('Use the function to add 2 and 3.'),
  tools: [
    {
      ...{ kind: 'function', name: 'add', description: 'Adds two numbers.', strict: null, mark: null },
      schema: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number' } },
        required: ['a', 'b'],
      },
    },
  ],
});
const questions: Readonly<Record<CheckQuestion, () => Conversation>> = {
  plain: oneWord,
  stream: oneWord,
  function: sum,
};

function targetOf({ form, upstreamModel }: Asked, stream: boolean): RequestTarget {
  const { mustBeBounded, limitMembers } = form.dialect;
  const report = new ConversionReport();
  return {
    ...{ upstreamModel, stream, asksUsage: false, givesThinkingBack: false, thinkingShare: 0 },
    // Some models refuse small limits, so none is set where a dialect can do without.
    outputLimit: mustBeBounded ? { member: limitMembers[0] ?? 'max_tokens', tokens: OUTPUT_TOKENS } : null,
    takesNoSchemas: form.takesNoSchemas === true,
    ...{ report, toolNames: new ToolNames(report), texts: new LongTexts() },
  };
}

interface Reading {
  format: UpstreamFormat;
  order: AnswerOrder;
  channel: RoutingChannel;
  form: Form;
}

function readJson(text: string, { format, order, ...asked }: Reading): void {
  assertParsable(Buffer.from(text));
  const answer: unknown = JSON.parse(text);
  const error = errorOfAnswer(answer, asked);
  if (error !== null) throw error;
  format.readAnswer(answer, order);
}

function readEvents(text: string, { format, order }: Reading): void {
  const bytes = Buffer.from(text);
  assertParsable(bytes);
  const reader = format.streamReader(order);
  for (const { data } of splitEvents(bytes)) {
    if (order.findings.isEnded) break;
    reader.event(data);
  }
  if (order.findings.failure === null && !order.findings.isComplete)
    throw new GatewayError('upstream.answer_cut');
}

/** @throws where it is no answer, or an error with a status of success */
function readAnswer(
  read: (order: AnswerOrder) => void,
  asked: { channel: RoutingChannel; form: Form },
): Pick<CheckedAnswer, 'usage' | 'functionCalls'> & { model: string } {
  const joiner = new AnswerJoiner();
  const order = new AnswerOrder(joiner, { answerCount: 1 });
  try {
    read(order);
    order.finish();
  } catch (cause) {
    throw toBrokenAnswer(cause);
  }
  const { failure, failureCode, usage } = order.findings;
  if (failure !== null) throw toAnswerError({ failure, failureCode }, asked);
  const { head, choices } = joiner.answer;
  const calls = choices.flatMap(({ parts }) => parts.filter((part) => part.kind === 'call'));
  return {
    model: head.model,
    usage: usage && { inputTokens: inputTokensOf(usage), outputTokens: outputTokensOf(usage) },
    functionCalls: calls.map(({ name, input }) => ({ name, input })),
  };
}

/** Facts of an answer that is no conversation, such as vectors. */
function factsOfOther(text: string, channel: RoutingChannel): Omit<CheckedAnswer, 'upstreamModel'> {
  const { model, usage } = objectOf(parsed(text)) ?? {};
  const { prompt_tokens: input, total_tokens: total } = objectOf(usage) ?? {};
  const tokens = [input, total].find((count) => typeof count === 'number');
  return {
    ...{ isConversation: false, isStreamed: false, functionCalls: [] },
    reportedModel: typeof model === 'string' ? textForCaller(model, channel) : '',
    usage: tokens === undefined ? null : { inputTokens: tokens as number, outputTokens: 0 },
    response: shownAnswer(text, channel),
  };
}

function shownAnswer(text: string, { secrets }: RoutingChannel): unknown {
  return text.length > MAX_SHOWN_BYTES ? null : parsed(secrets.clean(Buffer.from(text)).toString('utf8'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
