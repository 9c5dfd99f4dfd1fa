import type { AskedKinds } from '../../billing/charge.ts';
import type { JsonScanner } from '../../platform/json/json-scanner.ts';
import type { Edit } from '../../platform/json/splice.ts';
import type { CallAddress } from '../call-facts.ts';
import type { Dialect, RequestFacts, ScannedRequest } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { chat } from '../operation.ts';
import { PassedStream } from '../passed-stream.ts';
import { eventsOfAnswer, isWithheld, mediaOf, partsOf, textsOf } from './gemini-answer.ts';
import { GeminiArrayStream } from './gemini-array-stream.ts';
import { boundConfig, CONFIG_MEMBERS, readConfig } from './gemini-config.ts';
import { geminiErrors } from './gemini-errors.ts';
import { geminiIdMembers, isPublicFile } from './gemini-kept.ts';
import { geminiMedia, geminiPartMembers } from './gemini-media.ts';
import { readModel, resourceName } from './gemini-model.ts';
import { GEMINI_WORDS, GeminiScan } from './gemini-stream-scan.ts';
import { readGeminiUsage } from './gemini-usage.ts';
import { searchesInBody } from './grounded-searches.ts';

const STREAM_VERB = 'streamGenerateContent';
/** Objects whose names and numbers are input: what functions were called with, and what they answered. */
const OBJECT_PARTS = ['functionCall', 'function_call', 'functionResponse', 'function_response'];
const BYTES_A_SIGNATURE_TOKEN = 3;
/** Names, numbers and punctuation, where each digit is a token. */
const BYTES_AN_OBJECT_TOKEN = 2;
/** Members that hold seals. */
const SEALED = ['thoughtSignature', 'thought_signature'];
/** Tools that read whole pages into the prompt, twenty at most. */
const PAGE_TOOLS = new Set(['urlContext', 'url_context']);
const MAX_PAGE_TOOL_TOKENS = 250_000;

/**
 * `generateContent` and `streamGenerateContent`. Google takes each member under two names, `maxOutputTokens` and
 * `max_output_tokens`. Source: Gemini API reference, "Generating content".
 */
export const gemini: Dialect = {
  name: 'gemini',
  operation: chat,
  members: new Set([
    ...['model', 'contents', 'tools', 'serviceTier', 'service_tier', ...CONFIG_MEMBERS],
    ...['systemInstruction', 'system_instruction'],
  ]),
  notices: new Set([...geminiMedia.notices, ...SEALED, ...OBJECT_PARTS, ...PAGE_TOOLS, ...geminiIdMembers]),
  idMembers: geminiIdMembers,
  vendorReadsIds: true,
  isPublicId: isPublicFile,
  partMembers: geminiPartMembers,
  limitMembers: ['maxOutputTokens'],
  hasSeveralAnswers: true,
  vendorWords: GEMINI_WORDS,
  answerMembers: {
    required: ['candidates'],
    // A blocked prompt has no candidates.
    instead: ['promptFeedback'],
    all: new Set(['usageMetadata', 'candidates', 'promptFeedback']),
    notices: new Set(['inlineData', 'data=*', 'thoughtSignature=*']),
    picture: 'inlineData',
  },

  readFacts(request) {
    const { address, body, scan } = request;
    const read = new MemberReader(body, scan);
    const model = readModel(read, address);
    const contents = read.kindOf('contents');
    // A single one may stand for the list.
    read.require(contents === 'list' || contents === 'object', 'contents', 'required');
    const config = readConfig(read);
    read.assertValid();
    const { maxOutputTokens, answerCount } = config;
    return {
      model,
      stream: address.verb === STREAM_VERB,
      framing: framingOf(address),
      wantsUsage: true,
      maxOutputTokens: maxOutputTokens === null ? null : maxOutputTokens * answerCount,
      answerCount,
      hasTools: read.kindOf('tools') === 'list' || read.kindOf('tools') === 'object',
      asksThinking: config.asksThinking,
      thinkingBudget: config.thinkingBudget,
      canBeBounded: true,
      ...inputOf(request),
      asks: { ...askedKindsOf(model, config), tier: read.firstText('serviceTier', 'service_tier') },
    };
  },

  editsOf({ body, scan }, facts, { upstreamModel, outputLimit }) {
    const edits: Edit[] = [];
    const named = scan.found.get('model');
    if (named !== undefined && upstreamModel !== facts.model)
      edits.push({ ...named, replacement: JSON.stringify(resourceName(upstreamModel)) });
    if (outputLimit !== null) {
      const tokens = Math.max(1, Math.floor(outputLimit.tokens / facts.answerCount));
      edits.push(boundConfig({ body, scan }, tokens));
    }
    return edits;
  },

  foreignSeals: {
    members: SEALED,
    // `tp1.` as base64.
    starts: ['"dHAxL'],
    load: async () => (await import('./gemini-foreign-seals.ts')).leaveOutGeminiSeals,
  },

  userTurn: async () => (await import('./gemini-user-turn.ts')).findGeminiUserTurn,

  inputTexts: {
    members: ['contents', 'systemInstruction', 'system_instruction', 'tools'],
    numbersAreTokens: false,
    without: ['role', 'thoughtSignature', 'thought_signature', 'mimeType', 'mime_type'],
  },

  readAnswer(member, body) {
    let parts: ReturnType<typeof partsOf> | null = null;
    const read = (): ReturnType<typeof partsOf> => {
      parts ??= partsOf(JSON.parse(body().toString('utf8')));
      return parts;
    };
    return {
      usage: readGeminiUsage(member('usageMetadata'), searchesInBody(body())),
      text: () => read().flatMap(textsOf).join('\n'),
      isFiltered: () => isWithheld(JSON.parse(body().toString('utf8'))),
      media: () => mediaOf(read()),
    };
  },

  smallRequest: () => ({
    contents: [{ role: 'user', parts: [{ text: `Answer with the one word "hi".` }] }],
  }),

  conversation: async () => (await import('./gemini-conversation.ts')).geminiConversation,

  countAnswer: null,

  streams: {
    pass(options) {
      const stream = new PassedStream(new GeminiScan(options), geminiErrors, options);
      return options.framing === 'sse' ? stream : new GeminiArrayStream(stream, geminiErrors);
    },
    ofAnswer: eventsOfAnswer,
    joiner: async () => new (await import('./gemini-joiner.ts')).GeminiJoiner(),
    // Empty lines: a comment is no line that Google's own client for Python knows.
    beat: '\n\n',
  },
  errors: geminiErrors,
};

/** Without `alt=sse` a stream is a list. */
function framingOf({ query }: CallAddress): RequestFacts['framing'] {
  if (query === '') return 'json-array';
  const parameters = new URLSearchParams(query);
  const alt = parameters.get('alt') ?? parameters.get('$alt');
  return alt === 'sse' ? 'sse' : 'json-array';
}

type InputFacts = ReturnType<typeof estimateInput>;

function inputOf({ body, scan }: ScannedRequest): InputFacts {
  const estimate = estimateInput({ body, scan }, geminiMedia);
  let tokens = Math.ceil(scan.opaqueBytes / BYTES_A_SIGNATURE_TOKEN);
  if (hasAny(scan, OBJECT_PARTS)) {
    const named = body.length - scan.textBytes - scan.fileBytes - scan.opaqueBytes;
    tokens += Math.ceil(Math.max(0, named) / BYTES_AN_OBJECT_TOKEN);
  }
  if (hasAny(scan, PAGE_TOOLS)) tokens += MAX_PAGE_TOOL_TOKENS;
  return { ...estimate, inputTokens: estimate.inputTokens + tokens };
}

function hasAny({ noticed }: JsonScanner, names: Iterable<string>): boolean {
  for (const name of names) if (noticed.has(name)) return true;
  return false;
}

/** Models that make pictures do so without being asked; their names say it. */
const PICTURE_MODEL = /image/i;

function askedKindsOf(
  model: string,
  { asksAudio, asksImages }: { asksAudio: boolean; asksImages: boolean },
): Omit<AskedKinds, 'tier'> {
  return {
    audioOutput: asksAudio,
    imageOutput: asksImages || PICTURE_MODEL.test(model),
    cacheWrite: false,
  };
}
