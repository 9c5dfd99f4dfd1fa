import type { AskedKinds } from '../../billing/charge.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { JsonScanner } from '../../platform/json/json-scanner.ts';
import type { Edit } from '../../platform/json/splice.ts';
import { askedThinking, OPENAI_THINKING } from '../asked-thinking.ts';
import type { Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { listOf, objectOf } from '../neutral/json-values.ts';
import { addResponseCitations } from '../openai/cited-sources.ts';
import { idMembers, isPublicSkill } from '../openai/object-ids.ts';
import { openAiMedia, openAiPartMembers } from '../openai/openai-media.ts';
import { chat } from '../operation.ts';
import { PassedStream } from '../passed-stream.ts';
import { keptOfResponse, MAX_ITEMS } from './kept-responses.ts';
import { itemIdMembers, leaveOutId, namedItems } from './named-items.ts';
import { namedIn } from './named-objects.ts';
import { responsesErrors, streamOfResponse } from './openai-responses-events.ts';
import { MIN_OUTPUT_TOKENS } from './openai-responses-limits.ts';
import { OpenAiResponsesScan, RESPONSE_WORDS } from './openai-responses-stream-scan.ts';
import { readResponsesUsage } from './openai-responses-usage.ts';
import { unitsInResponse } from './response-units.ts';

/** Members that name input which the vendor keeps; with one of them a request may have no input of its own. */
const KEPT_INPUT = ['previous_response_id', 'conversation', 'prompt'];
/** An item that asks for a compaction in place of an answer. */
const COMPACTION_TRIGGER = 'type=compaction_trigger';
/** Source: OpenAI API reference, "Create a model response": `context_management`. */
const compacts = (management: unknown): boolean =>
  listOf(management).some((entry) => objectOf(entry)?.type === 'compaction');

/** The largest context of a model. Source: OpenAI, "Models": GPT-4.1. */
const MAX_KEPT_TOKENS = 1_047_576;
const OPEN_OBJECT = 0x7b;
const PICTURE_TOOL = 'type=image_generation';
const PICTURE = 'type=image_generation_call';
/** Members that hold seals. */
const SEALED = ['encrypted_content'];
const CACHE_MEMBERS = ['prompt_cache_breakpoint', 'prompt_cache_options', 'cache_control'];

/** `POST /v1/responses`. Source: OpenAI API reference, "Create a model response". */
export const openAiResponses: Dialect = {
  name: 'openai-responses',
  operation: chat,
  members: new Set([
    'prompt_cache_key',
    'model',
    'instructions',
    'input',
    'stream',
    'max_output_tokens',
    'tools',
    'text',
    'background',
    'service_tier',
    'store',
    'context_management',
    ...OPENAI_THINKING,
    ...KEPT_INPUT,
  ]),
  idMembers,
  isPublicId: isPublicSkill,
  notices: new Set([
    ...openAiMedia.notices,
    ...CACHE_MEMBERS,
    ...SEALED,
    ...idMembers,
    ...itemIdMembers,
    PICTURE_TOOL,
    COMPACTION_TRIGGER,
  ]),
  partMembers: openAiPartMembers,
  namedItems: {
    of: 'input',
    members: itemIdMembers,
    single: itemIdMembers,
    find: namedItems,
    leaveOutId,
  },
  limitMembers: ['max_output_tokens'],
  upstreamTellsCost: true,
  vendorWords: RESPONSE_WORDS,
  answerMembers: {
    required: ['output'],
    all: new Set(['usage', 'output', 'id', 'store', 'conversation', 'service_tier']),
    notices: new Set([PICTURE, 'result=*', 'encrypted_content=*']),
    picture: PICTURE,
    ids: { of: 'output', max: MAX_ITEMS },
  },

  readFacts({ body, scan }) {
    const read = new MemberReader(body, scan);
    const model = read.text('model');
    const isKept = KEPT_INPUT.some((name) => isNamed(read, name));
    const named = namedIn(read);
    const kind = read.kindOf('input');
    const isInput = kind === 'text' || kind === 'list';
    read.require(isInput || (isKept && read.value('input') === undefined), 'input', 'required');
    const stream = read.flag('stream');
    // Its answer would come later, when nobody could charge it.
    read.require(!read.flag('background'), 'background', 'unsupported');
    const maxOutputTokens = read.count('max_output_tokens', { min: 1 });
    read.assertValid();
    const estimate = estimateInput({ body, scan }, openAiMedia);
    return {
      model,
      stream,
      framing: 'sse',
      // There is nothing to ask for: the last event says it.
      wantsUsage: false,
      maxOutputTokens,
      answerCount: 1,
      hasTools: read.kindOf('tools') === 'list',
      ...askedThinking(read, OPENAI_THINKING),
      canBeBounded: true,
      ...estimate,
      // A prompt of the vendor's has any length.
      inputTokens: estimate.inputTokens + (isNamed(read, 'prompt') ? MAX_KEPT_TOKENS : 0),
      asks: askedKindsOf(read, scan),
      named,
      asksCompaction: scan.noticed.has(COMPACTION_TRIGGER) || compacts(read.value('context_management')),
    };
  },

  editsOf({ body, scan }, facts, { upstreamModel, outputLimit }) {
    const edits: Edit[] = [];
    const model = scan.found.get('model');
    if (upstreamModel !== facts.model && model)
      edits.push({ ...model, replacement: JSON.stringify(upstreamModel) });
    if (outputLimit !== null) {
      const { member } = outputLimit;
      const tokens = Math.max(outputLimit.tokens, MIN_OUTPUT_TOKENS);
      const own = scan.found.get(member);
      // At the end: parsers that do not look at case let the last spelling of a name win.
      const end = body.lastIndexOf(0x7d);
      if (own === undefined)
        edits.push({ start: end, end, replacement: `,${JSON.stringify(member)}:${tokens}` });
      else edits.push({ ...own, replacement: String(tokens) });
    }
    return edits;
  },

  foreignSeals: {
    members: [...SEALED, 'id'],
    // The last one is the id of reasoning that the gateway wrote.
    starts: ['"tp1.', '"tpc1.', '"rs_req_'],
    load: async () => (await import('./responses-foreign-seals.ts')).leaveOutResponsesSeals,
  },

  linkedMedia: async () => (await import('./responses-linked-media.ts')).findResponsesLinkedMedia,

  userTurn: async () => (await import('./responses-user-turn.ts')).findResponsesUserTurn,

  addCitations: addResponseCitations,

  inputTexts: { members: ['instructions', 'input', 'tools'], numbersAreTokens: false },

  readAnswer(member, body) {
    const units = unitsInResponse(body());
    const read = readResponsesUsage(member('usage'), {
      units,
      serviceTier: member('service_tier'),
    });
    let items: Item[] | null = null;
    const output = (): Item[] => {
      items ??= outputOf(body());
      return items;
    };
    // A failure has no usage; what it says is not the caller's.
    if (read === null) assertNoFailure(body());
    return {
      usage: read,
      // Else they are in it.
      units: read === null ? units : undefined,
      text: () => output().flatMap(textsOfItem).join('\n'),
      isFiltered: () => parse(body()).incomplete_details?.reason === 'content_filter',
      media: () => ({
        audioBytes: 0,
        imageCount: output().filter(({ type }) => type === 'image_generation_call').length,
      }),
    };
  },

  keptOf: (member) =>
    keptOfResponse({
      id: member('id'),
      store: member('store'),
      conversation: member('conversation'),
      usage: member('usage'),
      output: member('output'),
    }),

  smallRequest: (model) => ({ model, input: `Answer with the one word "hi".` }),

  conversation: async () => (await import('./openai-responses-conversation.ts')).openAiResponsesConversation,

  countAnswer: null,

  streams: {
    pass: (options) => new PassedStream(new OpenAiResponsesScan(options), responsesErrors, options),
    ofAnswer: streamOfResponse,
    joiner: async () => new (await import('./openai-responses-joiner.ts')).ResponsesJoiner(),
    beat: '::PING\n\n',
  },
  errors: responsesErrors,
};

/** A `prompt` and a `conversation` may be objects with an id. */
function isNamed(read: MemberReader, name: string): boolean {
  const kind = read.kindOf(name);
  return kind === 'object' || (kind === 'text' && read.value(name) !== '');
}

function askedKindsOf(read: MemberReader, { noticed }: JsonScanner): AskedKinds {
  return {
    audioOutput: false,
    imageOutput: noticed.has(PICTURE_TOOL),
    cacheWrite: CACHE_MEMBERS.some((name) => noticed.has(name)),
    tier: read.firstText('service_tier'),
  };
}

/** An item of an output, as far as it is counted. */
interface Item {
  type?: unknown;
  content?: unknown;
  summary?: unknown;
  arguments?: unknown;
  input?: unknown;
}

interface ResponseBody {
  output?: unknown;
  error?: unknown;
  incomplete_details?: { reason?: unknown } | null;
}

const parse = (body: Buffer): ResponseBody => JSON.parse(body.toString('utf8'));

/** @throws upstream.error where a response says that it failed */
function assertNoFailure(body: Buffer): void {
  // A long one has left but for its end.
  if (body[0] !== OPEN_OBJECT) return;
  const { error } = parse(body);
  if (typeof error === 'object' && error !== null)
    throw new GatewayError('upstream.error', {}, { cause: new Error(JSON.stringify(error).slice(0, 2000)) });
}

function outputOf(body: Buffer): Item[] {
  const { output } = parse(body);
  return Array.isArray(output) ? output.filter((item) => typeof item === 'object' && item !== null) : [];
}

/** The texts that a stream's scan counts too: what a model wrote, its thinking and the input of calls among it. */
function textsOfItem({ content, summary, arguments: given, input }: Item): string[] {
  const parts = [content, summary].flat() as ({ text?: unknown; refusal?: unknown } | null | undefined)[];
  return [...parts.flatMap((part) => [part?.text, part?.refusal]), given, input].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
}
