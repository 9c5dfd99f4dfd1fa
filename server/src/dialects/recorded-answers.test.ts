import { type ConversationDialect, conversationDialects } from '@turnpike/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameOf, passedStreamOf, recordedAnswers } from '../../test/support/recorded-answers.ts';
import { memberNamesOf, unvaried, type Variation, variedJson } from '../../test/support/varied-json.ts';
import { SseFrames, splitEvents } from '../platform/net/sse-frames.ts';
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts';
import type { ConversationFormat } from './conversation-format.ts';
import type { Dialect } from './dialect.ts';
import { gemini } from './gemini/gemini.ts';
import type { Answer } from './neutral/answer.ts';
import { AnswerJoiner } from './neutral/answer-joiner.ts';
import { AnswerOrder } from './neutral/answer-order.ts';
import { openAiChat } from './openai-chat/openai-chat.ts';
import { openAiResponses } from './openai-responses/openai-responses.ts';

const dialects: Readonly<Record<ConversationDialect, Dialect>> = {
  'openai-chat': openAiChat,
  'openai-responses': openAiResponses,
  'anthropic-messages': anthropicMessages,
  gemini,
};
/** Members that some vendors omit, and that an answer with one choice does not need. */
const optional: Readonly<Record<ConversationDialect, readonly string[]>> = {
  'openai-chat': ['object', 'role', 'type', 'index', 'system_fingerprint', 'service_tier', 'total_time'],
  'openai-responses': [
    ...['sequence_number', 'object', 'item_id', 'role', 'phase', 'obfuscation', 'service_tier', 'tools'],
    ...['instructions', 'metadata', 'parallel_tool_calls', 'previous_response_id', 'tool_choice'],
  ],
  'anthropic-messages': ['role', 'service_tier', 'inference_geo', 'stop_sequence', 'cache_creation'],
  gemini: ['role', 'index', 'createTime', 'trafficType', 'promptTokensDetails', 'candidatesTokensDetails'],
};
const MAX_EVENT_BYTES = 2 ** 20;
const NUM_RUNS = 30;

const variations: fc.Arbitrary<Variation> = fc.record({
  seed: fc.integer(),
  shuffles: fc.boolean(),
  spaces: fc.boolean(),
  adds: fc.boolean(),
  nulls: fc.boolean(),
  omits: fc.boolean(),
});
const cuts = fc.array(fc.nat(), { maxLength: 12 });

describe.each(conversationDialects)('recorded answers of %s, whatever their writing', (name) => {
  const all = recordedAnswers(name);
  const recordings = all.filter(({ status }) => status === 200);
  const dialect = dialects[name];
  const known = { members: memberNamesOf(all.flatMap(({ data }) => data)), optional: optional[name] };
  const load = () => (dialect.conversation as () => Promise<ConversationFormat>)();

  it.each(recordings.filter(({ isStream }) => !isStream))('$name', async ({ body }) => {
    const format = await load();
    const expected = readWhole(dialect, format, body);
    fc.assert(
      fc.property(variations, (variation) => {
        const varied = variedJson(body, { ...variation, ...known, blanks: ' \t\n\r' });
        expect(readWhole(dialect, format, varied)).toEqual(expected);
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it.each(recordings.filter(({ isStream }) => isStream))('$name', async ({ data, body }) => {
    const format = await load();
    const write = (variation: Variation): string =>
      data
        .map((text) =>
          text.startsWith('{') ? variedJson(text, { ...variation, ...known, blanks: ' \t' }) : text,
        )
        .map(frameOf[name])
        .join('');
    const converted = readConverted(format, body);
    // Escapes are measured as they stand, and these are written anew.
    const passed = readPassed(dialect, write(unvaried)).findings;
    fc.assert(
      fc.property(variations, cuts, (variation, places) => {
        const varied = write(variation);
        expect(readConverted(format, varied, places)).toEqual(converted);
        const { findings, text } = readPassed(dialect, varied, places);
        expect(findings).toEqual(passed);
        if (!findings.hasFailed && !isMended(name, varied)) expect(text).toBe(passedStreamOf(name, varied));
      }),
      { numRuns: NUM_RUNS },
    );
  });
});

/** Chunks of chat vendors are fixed where their clients would not know them: calls, empty ids, parts and other objects. */
const isMended = (name: string, stream: string): boolean =>
  name === 'openai-chat' &&
  /"tool_calls"|"id"\s*:\s*""|"content"\s*:\s*\[|"chat\.completion\.done"/.test(stream);

function readWhole(dialect: Dialect, format: ConversationFormat, json: string) {
  const tree = JSON.parse(json);
  const joiner = new AnswerJoiner();
  const order = new AnswerOrder(joiner, { answerCount: 1 });
  format.readAnswer(tree, order);
  order.finish();
  const { usage } = dialect.readAnswer(
    (name) => tree[name],
    () => Buffer.from(json),
  );
  return { answer: comparable(joiner.answer), usage };
}

function readConverted(format: ConversationFormat, body: string, places: readonly number[] = []) {
  const joiner = new AnswerJoiner();
  const order = new AnswerOrder(joiner, { answerCount: 1 });
  const reader = format.streamReader(order);
  const frames = new SseFrames({ maxEventBytes: MAX_EVENT_BYTES });
  for (const piece of piecesOf(body, places)) {
    const whole = frames.push(piece);
    if (whole === null) continue;
    for (const { data } of splitEvents(whole)) if (!order.findings.isEnded) reader.event(data);
  }
  order.finish();
  const { isComplete, failure } = order.findings;
  return { answer: comparable(joiner.answer), isComplete, hasFailed: failure !== null };
}

function readPassed(dialect: Dialect, body: string, places: readonly number[] = []) {
  const path = dialect.streams?.pass({ wantsUsage: true, answerCount: 1, framing: 'sse' });
  if (path === undefined) throw new Error(`${dialect.name} does not stream`);
  const passed: Buffer[] = [];
  for (const piece of piecesOf(body, places)) passed.push(Buffer.from(path.read(piece) ?? ''));
  passed.push(Buffer.from(path.finish() ?? ''), path.takeEnd(null));
  const { usage, hasBegun, isComplete, failure, textBytes, imageCount } = path.findings;
  const findings = { usage, hasBegun, isComplete, hasFailed: failure !== null, textBytes, imageCount };
  return { findings, text: Buffer.concat(passed).toString('utf8') };
}

function piecesOf(body: string, cuts: readonly number[]): Buffer[] {
  const bytes = Buffer.from(body);
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b);
  return [...places, bytes.length].map((end, at) => bytes.subarray(places[at - 1] ?? 0, end));
}

/** Without ids that are made up, and the order of members in what is handed on as it came. */
function comparable({ head, choices, usage }: Answer): object {
  return {
    ...{ head, usage },
    choices: choices.map(({ parts, ...choice }) => ({
      ...choice,
      parts: parts.map((part) => {
        if (part.kind === 'opaque') return { kind: part.kind, type: part.type };
        if (part.kind !== 'call') return part;
        return { ...part, id: part.id.length, input: JSON.parse(part.input || '{}') };
      }),
    })),
  };
}
