import type { Edit } from '../../platform/json/splice.ts';
import { askedThinking } from '../asked-thinking.ts';
import type { Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import type { NamedObject } from '../kept-object.ts';
import { MemberReader } from '../member-reader.ts';
import { namedId } from '../named-id.ts';
import { listOf, objectOf, textOf } from '../neutral/json-values.ts';
import { chat } from '../operation.ts';
import { PassedStream } from '../passed-stream.ts';
import { anthropicErrors } from './anthropic-errors.ts';
import { anthropicMedia, anthropicPartMembers } from './anthropic-media.ts';
import { PING, streamOfMessage } from './anthropic-messages-events.ts';
import { AnthropicMessagesScan } from './anthropic-messages-stream-scan.ts';
import { readAnthropicUsage } from './anthropic-usage.ts';
import { isClaude, mayHoldForeignCalls } from './foreign-calls.ts';
import { keptOfMessage, readThread } from './message-thread.ts';
import { searchesInMessage } from './message-usage.ts';

/** Members that hold seals. */
const SEALED = ['signature'];
/** Files of the account, and skills that were uploaded to it. */
const ID_MEMBERS = ['file_id', 'skill_id'];

/** `POST /v1/messages`. Source: Claude API reference, "Create a Message". */
export const anthropicMessages: Dialect = {
  name: 'anthropic-messages',
  operation: chat,
  members: new Set([
    'metadata',
    'model',
    'messages',
    'system',
    'max_tokens',
    'stream',
    'tools',
    'mcp_servers',
    'output_config',
    'output_format',
    'service_tier',
    'speed',
    'container',
    'thinking',
    'thread',
    'compaction',
    'context_management',
  ]),
  // Its files may be another vendor's, where the call is converted.
  notices: new Set([...anthropicMedia.notices, ...SEALED, ...ID_MEMBERS, 'cache_control', 'budget_tokens']),
  idMembers: ID_MEMBERS,
  vendorReadsIds: true,
  // Uploaded skills have ids like `skill_01…`, Anthropic's own have names like `pptx`.
  isPublicId: (name, id, type) => name === 'skill_id' && type === 'anthropic' && !id.startsWith('skill_'),
  hasToolResults: true,
  partMembers: anthropicPartMembers,
  limitMembers: ['max_tokens'],
  mustBeBounded: true,
  answerMembers: {
    required: ['content'],
    all: new Set(['usage', 'content', 'container', 'id']),
    notices: new Set(['signature=*', 'data=*', 'encrypted_content=*']),
  },

  readFacts({ body, scan }) {
    const read = new MemberReader(body, scan);
    const model = read.text('model');
    read.require(read.kindOf('messages') === 'list', 'messages', 'required');
    const stream = read.flag('stream');
    read.require(read.value('max_tokens') !== undefined, 'max_tokens', 'required');
    // A limit of 0 fills a cache.
    const maxOutputTokens = read.count('max_tokens');
    const container = namedId(read, 'container', { mayLackId: true });
    const { usesThread, continues } = readThread(read);
    read.assertValid();
    const named: NamedObject[] = continues === null ? [] : [continues];
    if (container !== '') named.push({ kind: 'container', id: container });
    return {
      model,
      stream,
      framing: 'sse',
      wantsUsage: true,
      maxOutputTokens,
      answerCount: 1,
      hasTools: read.kindOf('tools') === 'list',
      asksThinking: askedThinking(read, ['thinking']).asksThinking,
      ...(named.length > 0 && { named }),
      usesThread,
      asksCompaction: asksCompaction(read),
      // The bound of an answer is larger than what its thinking may take.
      canBeBounded: maxOutputTokens !== 0 && !scan.noticed.has('budget_tokens'),
      ...estimateInput({ body, scan }, anthropicMedia, { namesAreInput: true }),
      asks: {
        audioOutput: false,
        imageOutput: false,
        cacheWrite: scan.noticed.has('cache_control'),
        tier: read.firstText('speed', 'service_tier'),
      },
    };
  },

  editsOf({ scan }, facts, { upstreamModel, outputLimit }) {
    const edits: Edit[] = [];
    const replace = (name: string, value: unknown): void => {
      const member = scan.found.get(name);
      if (member) edits.push({ ...member, replacement: JSON.stringify(value) });
    };
    if (upstreamModel !== facts.model) replace('model', upstreamModel);
    if (outputLimit !== null) replace(outputLimit.member, outputLimit.tokens);
    return edits;
  },

  foreignSeals: {
    members: SEALED,
    starts: ['"tp1.'],
    // A model that decides itself whether it thinks wants no thinking back.
    mayFind: ({ scan, body, upstreamModel }) =>
      scan.noticed.has('budget_tokens') && isClaude(upstreamModel) && mayHoldForeignCalls(body),
    load: async () => (await import('./anthropic-foreign-seals.ts')).leaveOutAnthropicSeals,
  },

  linkedMedia: async () => (await import('./anthropic-linked-media.ts')).findAnthropicLinkedMedia,

  userTurn: async () => (await import('./anthropic-user-turn.ts')).findAnthropicUserTurn,

  inputTexts: { members: ['system', 'messages', 'tools'], numbersAreTokens: false },

  readAnswer(member, body) {
    const units = searchesInMessage(body());
    const usage = readAnthropicUsage(member('usage'), units);
    return {
      usage,
      // Else they are in it.
      units: usage === null ? units : undefined,
      text: () => textOfMessage(body()),
      isFiltered: () => JSON.parse(body().toString('utf8')).stop_reason === 'refusal',
      media: () => ({ audioBytes: 0, imageCount: 0 }),
    };
  },

  keptOf: (member) => keptOfMessage({ id: member('id'), container: member('container') }),

  smallRequest: (model) => ({
    model,
    max_tokens: 16,
    messages: [{ role: 'user', content: `Answer with the one word "hi".` }],
  }),

  conversation: async () =>
    (await import('./anthropic-messages-conversation.ts')).anthropicMessagesConversation,

  countAnswer: null,

  streams: {
    pass: (options) => new PassedStream(new AnthropicMessagesScan(), anthropicErrors, options),
    ofAnswer: streamOfMessage,
    joiner: async () => new (await import('./anthropic-messages-joiner.ts')).MessagesJoiner(),
    beat: PING,
  },
  errors: anthropicErrors,
};

/**
 * A request for a summary alone, or for one where the context grows too long.
 * Source: Claude API reference, "Create a Message": `compaction`, `context_management`.
 */
function asksCompaction(read: MemberReader): boolean {
  if (read.value('compaction') !== undefined) return true;
  const { edits } = objectOf(read.value('context_management')) ?? {};
  return listOf(edits).some((edit) => textOf(objectOf(edit)?.type).startsWith('compact_'));
}

interface Block {
  text?: unknown;
  thinking?: unknown;
  input?: unknown;
}

/** The texts that a stream's scan counts too: what a model wrote, tools' inputs among it. */
function textOfMessage(body: Buffer): string {
  const { content } = JSON.parse(body.toString('utf8')) as { content: unknown };
  if (!Array.isArray(content)) return '';
  return (content as (Block | null)[])
    .flatMap((block) => [block?.text, block?.thinking, inputText(block?.input)])
    .filter((text): text is string => typeof text === 'string' && text !== '')
    .join('\n');
}

const inputText = (input: unknown): string | undefined =>
  typeof input === 'object' && input !== null ? JSON.stringify(input) : undefined;
