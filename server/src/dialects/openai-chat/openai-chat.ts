import { type Edit, splice } from '../../platform/splice.ts';
import type { Operation } from '../dialect.ts';
import { estimateInput, MemberReader } from '../openai/openai-request.ts';
import { readOpenAiUsage } from '../openai/openai-usage.ts';
import { OpenAiChatStreamReader } from './openai-chat-stream.ts';

const MOST_ANSWERS = 128;

/** `POST /v1/chat/completions`. Source: OpenAI API reference, "Create chat completion"; relay, section 1.5. */
export const openAiChat: Operation = {
  name: 'chat',
  members: new Set([
    'model',
    'messages',
    'stream',
    'stream_options',
    'max_tokens',
    'max_completion_tokens',
    'n',
    'tools',
    'functions',
  ]),
  answerMembers: { usage: 'usage', required: ['choices'], all: new Set(['usage', 'choices']) },

  readRequest(body, scan) {
    const read = new MemberReader(body, scan);
    const model = read.text('model');
    read.require(read.kindOf('messages') === 'list', 'messages', 'required');
    const stream = read.flag('stream');
    const wantsUsage = wantsUsageOf(read, stream);
    const answerCount = read.count('n', { min: 1, max: MOST_ANSWERS }) ?? 1;
    const newLimit = read.count('max_completion_tokens', { min: 1 });
    const oldLimit = read.count('max_tokens', { min: 1 });
    read.assertValid();
    // Some upstreams follow the one, some the other: what is held covers both.
    const limit =
      newLimit === null || oldLimit === null ? (newLimit ?? oldLimit) : Math.max(newLimit, oldLimit);
    const { inputTokens, leastInputTokens } = estimateInput(scan);
    return {
      model,
      stream,
      wantsUsage,
      maxOutputTokens: limit === null ? null : limit * answerCount,
      answerCount,
      hasTools: read.kindOf('tools') === 'list' || read.kindOf('functions') === 'list',
      inputTokens,
      leastInputTokens,
    };
  },

  upstreamBody(body, scan, facts, { upstreamModel, outputLimit }) {
    const edits: Edit[] = [];
    if (upstreamModel !== facts.model) {
      const member = scan.found.get('model');
      if (member) edits.push({ ...member, replacement: JSON.stringify(upstreamModel) });
    }
    let inserted = '';
    if (facts.stream && !facts.wantsUsage) inserted += askForUsage(body, scan, edits);
    if (outputLimit !== null) {
      inserted += `"max_completion_tokens":${Math.max(1, Math.floor(outputLimit / facts.answerCount))},`;
    }
    if (inserted !== '') {
      const start = body.indexOf(0x7b) + 1;
      edits.push({ start, end: start, replacement: inserted });
    }
    return splice(body, edits);
  },

  inputTexts: { members: ['messages', 'tools'], numbersAreTokens: false },

  readAnswer(usage, body) {
    return {
      usage: readOpenAiUsage(usage),
      text: () => {
        const { choices } = JSON.parse(body().toString('utf8')) as { choices: unknown };
        if (!Array.isArray(choices)) return '';
        return textsOf(choices.map((choice: { message?: unknown } | null) => choice?.message)).join('\n');
      },
    };
  },

  streamReader: (options) => new OpenAiChatStreamReader(options),
};

/** `stream_options` only with a stream. Source: relay, section 1.5. */
function wantsUsageOf(read: MemberReader, stream: boolean): boolean {
  const options = read.value('stream_options');
  if (options === undefined) return false;
  read.require(stream, 'stream_options', 'only_with_stream');
  read.require(read.kindOf('stream_options') === 'object', 'stream_options', 'invalid_object');
  return (options as { include_usage?: unknown }).include_usage === true;
}

/** Asks the upstream for usage: the gateway needs it even if the caller does not. Source: pains, D-12. */
function askForUsage(body: Buffer, scan: Parameters<Operation['upstreamBody']>[1], edits: Edit[]): string {
  const member = scan.found.get('stream_options');
  if (member === undefined) return '"stream_options":{"include_usage":true},';
  const options = JSON.parse(body.toString('utf8', member.start, member.end)) as object | null;
  edits.push({ ...member, replacement: JSON.stringify({ ...options, include_usage: true }) });
  return '';
}

/** Every text inside a value, however deep it is nested, without the keys and without inlined files. */
function textsOf(value: unknown): string[] {
  const texts: string[] = [];
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') {
      if (!one.startsWith('data:')) texts.push(one);
    } else if (one !== null && typeof one === 'object') {
      for (const inner of Object.values(one).reverse()) left.push(inner);
    }
  }
  return texts;
}
