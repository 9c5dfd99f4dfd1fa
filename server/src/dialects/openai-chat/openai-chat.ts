import type { AskedKinds } from '../../billing/charge.ts';
import type { JsonScanner } from '../../platform/json/json-scanner.ts';
import type { Edit } from '../../platform/json/splice.ts';
import { askedThinking, OPENAI_THINKING } from '../asked-thinking.ts';
import type { OutputLimit } from '../call-facts.ts';
import type { Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { objectOf } from '../neutral/json-values.ts';
import { addChatCitations } from '../openai/cited-sources.ts';
import { idMembers } from '../openai/object-ids.ts';
import { openAiErrors } from '../openai/openai-errors.ts';
import { isFilteredByOpenAi } from '../openai/openai-filter.ts';
import { openAiMedia, openAiPartMembers } from '../openai/openai-media.ts';
import { askForUsage, wantsUsageOf } from '../openai/openai-stream-usage.ts';
import { readOpenAiUsage } from '../openai/openai-usage.ts';
import { chat } from '../operation.ts';
import { PassedStream } from '../passed-stream.ts';
import { keptSounds, namedSounds } from './chat-sounds.ts';
import { chatThinking } from './chat-thinking.ts';
import { isGoogleModel } from './google-models.ts';
import { MAX_ANSWERS, streamOfAnswer } from './openai-chat-chunks.ts';
import { mendAnswer } from './openai-chat-mends.ts';
import { OpenAiChatScan } from './openai-chat-stream-scan.ts';

const NULL_START = 0x6e;
/** The bound of an answer, as older and newer models take it. */
const LIMIT_MEMBERS = ['max_tokens', 'max_completion_tokens'] as const;
/** Members of a message that may name sound by its id. */
const SOUND_MEMBERS = ['audio'];
/** Members that hold seals. */
const SEALED = ['signature', 'thought_signature'];

const PICTURE = 'type=image_url';

/** `POST /v1/chat/completions`. Source: OpenAI API reference, "Create chat completion". */
export const openAiChat: Dialect = {
  name: 'openai-chat',
  operation: chat,
  members: new Set([
    'prompt_cache_key',
    'model',
    'messages',
    'stream',
    'stream_options',
    'max_tokens',
    'max_completion_tokens',
    'n',
    'tools',
    'functions',
    'response_format',
    'modalities',
    'audio',
    'service_tier',
    'store',
    ...OPENAI_THINKING,
  ]),
  idMembers,
  notices: new Set([
    ...openAiMedia.notices,
    ...SEALED,
    ...idMembers,
    ...SOUND_MEMBERS,
    'id',
    'cache_control',
  ]),
  partMembers: openAiPartMembers,
  namedItems: { of: 'messages', members: SOUND_MEMBERS, single: [...SOUND_MEMBERS, 'id'], find: namedSounds },
  keptSounds,
  limitMembers: LIMIT_MEMBERS,
  hasSeveralAnswers: true,
  upstreamTellsCost: true,
  thinkingMember: chatThinking,
  answerMembers: {
    required: ['choices'],
    isFilled: true,
    all: new Set(['usage', 'choices', 'service_tier']),
    notices: new Set([PICTURE, 'data=*', 'encrypted_content=*']),
    picture: PICTURE,
  },

  readFacts({ body, scan }) {
    const read = new MemberReader(body, scan);
    const model = read.text('model');
    read.require(read.kindOf('messages') === 'list', 'messages', 'required');
    const stream = read.flag('stream');
    const wantsUsage = wantsUsageOf(read, stream);
    const answerCount = read.count('n', { min: 1, max: MAX_ANSWERS }) ?? 1;
    const newLimit = read.count('max_completion_tokens', { min: 1 });
    const oldLimit = read.count('max_tokens', { min: 1 });
    const asks = askedKindsOf(read, scan);
    read.assertValid();
    // Some upstreams follow the one, some the other: what is held covers both.
    const limit =
      newLimit === null || oldLimit === null ? (newLimit ?? oldLimit) : Math.max(newLimit, oldLimit);
    return {
      model,
      stream,
      framing: 'sse',
      wantsUsage,
      maxOutputTokens: limit === null ? null : limit * answerCount,
      answerCount,
      hasTools: read.kindOf('tools') === 'list' || read.kindOf('functions') === 'list',
      ...askedThinking(read, OPENAI_THINKING),
      canBeBounded: true,
      ...estimateInput({ body, scan }, openAiMedia),
      asks,
    };
  },

  editsOf({ body, scan }, facts, { upstreamModel, outputLimit, asksUsage }) {
    const edits: Edit[] = [];
    if (upstreamModel !== facts.model) {
      const member = scan.found.get('model');
      if (member) edits.push({ ...member, replacement: JSON.stringify(upstreamModel) });
    }
    let appended = '';
    if (asksUsage && !facts.wantsUsage) appended += askForUsage(body, scan, edits);
    if (outputLimit !== null) appended += boundAnswer({ body, scan }, edits, outputLimit, facts.answerCount);
    if (appended !== '') {
      // At the end: parsers that do not look at case let the last spelling of a name win.
      const end = body.lastIndexOf(0x7d);
      edits.push({ start: end, end, replacement: appended });
    }
    return edits;
  },

  foreignSeals: {
    members: SEALED,
    starts: ['"tp1.'],
    mayFind: ({ scan, upstreamModel }) =>
      scan.noticed.has('thought_signature') && !isGoogleModel(upstreamModel),
    load: async () => (await import('./chat-foreign-seals.ts')).leaveOutChatSeals,
  },

  systemFirst: async () => (await import('./system-first.ts')).putSystemFirst,

  linkedMedia: async () => (await import('./chat-linked-media.ts')).findChatLinkedMedia,

  userTurn: async () => (await import('./chat-user-turn.ts')).findChatUserTurn,

  addCitations: addChatCitations,

  inputTexts: { members: ['messages', 'tools'], numbersAreTokens: false },

  readAnswer(member, body) {
    let parsed: Message[] | null = null;
    const messages = (): Message[] => {
      parsed ??= messagesOf(body());
      return parsed;
    };
    return {
      usage: readOpenAiUsage(member('usage'), member('service_tier')),
      text: () => messages().flatMap(textsOfMessage).join('\n'),
      isFiltered: () => isFilteredByOpenAi(body()),
      media: () => ({
        audioBytes: messages().reduce((sum, { audio }) => sum + lengthOf(audio?.data), 0),
        imageCount: messages().reduce(
          (sum, { images }) => sum + (Array.isArray(images) ? images.length : 0),
          0,
        ),
      }),
    };
  },

  mendAnswer,

  smallRequest: (model) => ({
    model,
    // Some models refuse small limits, so none is set; the question asks for one word.
    messages: [{ role: 'user', content: `Answer with the one word "hi".` }],
  }),

  conversation: async () => (await import('./openai-chat-conversation.ts')).openAiChatConversation,

  countAnswer: null,

  streams: {
    pass: (options) => new PassedStream(new OpenAiChatScan(options), openAiErrors, options),
    ofAnswer: streamOfAnswer,
    joiner: async () => new (await import('./openai-chat-joiner.ts')).ChatJoiner(),
    // Source: docs/reference/compatibility.md, "Relay".
    beat: '::PING\n\n',
  },
  errors: openAiErrors,
};

/** Only these answers cost more than text: `modalities` names them, `audio` says how the sound is wanted. */
function askedKindsOf(read: MemberReader, scan: JsonScanner): AskedKinds {
  const modalities = read.value('modalities');
  const hasModality = (name: string): boolean =>
    Array.isArray(modalities) ? modalities.includes(name) : modalities === name;
  return {
    audioOutput: hasModality('audio') || read.kindOf('audio') === 'object',
    imageOutput: hasModality('image'),
    cacheWrite: scan.noticed.has('cache_control'),
    tier: read.firstText('service_tier'),
  };
}

/**
 * Bounds an answer by one member. A caller's own member of that name, which can only be null, is written over: a
 * second one would let the upstream choose.
 * @returns what to append to the body's members
 */
function boundAnswer(
  { body, scan }: { body: Buffer; scan: JsonScanner },
  edits: Edit[],
  { member, tokens }: OutputLimit,
  answerCount: number,
): string {
  const tokensPerAnswer = String(Math.max(1, Math.floor(tokens / answerCount)));
  // The caller's own, where it says something.
  const named = LIMIT_MEMBERS.map((name) => scan.found.get(name)).filter(
    (found) => found !== undefined && body[found.start] !== NULL_START,
  );
  const own = named.length > 0 ? named : [scan.found.get(member)];
  for (const place of own) {
    if (place === undefined) return `,${JSON.stringify(member)}:${tokensPerAnswer}`;
    edits.push({ ...place, replacement: tokensPerAnswer });
  }
  return '';
}

/** An answer's message, as far as it is counted. */
interface Message {
  audio?: { data?: unknown; transcript?: unknown } | null;
  images?: unknown;
  content?: unknown;
  reasoning_content?: unknown;
  reasoning?: unknown;
  refusal?: unknown;
  tool_calls?: unknown;
  function_call?: unknown;
}

/** A call of a function, as old and new clients write it, or of a custom tool. */
interface WrittenCall {
  arguments?: unknown;
  function?: { arguments?: unknown } | null;
  custom?: { input?: unknown } | null;
}

function messagesOf(body: Buffer): Message[] {
  const { choices } = JSON.parse(body.toString('utf8')) as { choices: unknown };
  if (!Array.isArray(choices)) return [];
  const messages = choices.map((choice: { message?: Message | null } | null) => choice?.message);
  return messages.filter((message) => typeof message === 'object' && message !== null);
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

/** A text, or those of its parts: Mistral puts the thinking of its models into a part with parts of its own. */
function textsOfParts(value: unknown): unknown[] {
  // JSON that its vendor did not write as a text.
  if (objectOf(value) !== null) return [JSON.stringify(value)];
  if (!Array.isArray(value)) return [value];
  return value.flatMap((part: { text?: unknown; thinking?: unknown } | null) => [
    part?.text,
    ...(Array.isArray(part?.thinking) ? textsOfParts(part.thinking) : []),
  ]);
}

/** The texts that a stream's reader counts too; a role, ids and types are no text of an answer. */
function textsOfMessage(message: Message): string[] {
  const { audio, content, reasoning_content, reasoning, refusal } = message;
  const { tool_calls, function_call } = message;
  const parts = [content, reasoning_content, reasoning].flatMap(textsOfParts);
  const calls = [function_call, ...(Array.isArray(tool_calls) ? tool_calls : [])].map(
    (call: WrittenCall | null | undefined) =>
      call?.function?.arguments ?? call?.custom?.input ?? call?.arguments,
  );
  return [...parts, audio?.transcript, refusal, ...calls].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
}
