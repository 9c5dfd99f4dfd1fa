import { NOTHING_ASKED } from '../../billing/charge.ts';
import type { Edit } from '../../platform/json/splice.ts';
import type { Dialect, ScannedRequest } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { openAiErrors } from '../openai/openai-errors.ts';
import { isFilteredByOpenAi } from '../openai/openai-filter.ts';
import { openAiMedia } from '../openai/openai-media.ts';
import { askForUsage, wantsUsageOf } from '../openai/openai-stream-usage.ts';
import { readOpenAiUsage } from '../openai/openai-usage.ts';
import { MAX_ANSWERS } from '../openai-chat/openai-chat-chunks.ts';
import { OpenAiChatScan } from '../openai-chat/openai-chat-stream-scan.ts';
import { chat } from '../operation.ts';
import { PassedStream } from '../passed-stream.ts';
import { completionChunk, streamOfCompletion } from './openai-completions-chunks.ts';

/** Limit of an answer if the caller names none. Source: OpenAI API reference, "Create completion": `max_tokens`. */
export const DEFAULT_OUTPUT_TOKENS = 16;
/** Prompts per request. */
const MAX_PROMPTS = 2_048;
const NO_MEDIA = { audioBytes: 0, imageCount: 0 };

/** `POST /v1/completions`. Source: OpenAI API reference, "Create completion" (legacy). */
export const openAiCompletions: Dialect = {
  name: 'openai-completions',
  operation: chat,
  members: new Set(['model', 'prompt', 'stream', 'stream_options', 'max_tokens', 'n', 'best_of', 'echo']),
  notices: openAiMedia.notices,
  countedMember: 'prompt',
  limitMembers: ['max_tokens'],
  upstreamTellsCost: true,
  answerMembers: {
    required: ['choices'],
    isFilled: true,
    all: new Set(['usage', 'choices', 'service_tier']),
  },

  readFacts(request) {
    const { body, scan } = request;
    const read = new MemberReader(body, scan);
    const model = read.text('model');
    const promptCount = promptCountOf(request, read);
    const stream = read.flag('stream');
    const wantsUsage = wantsUsageOf(read, stream);
    const perPrompt = read.count('n', { min: 1, max: MAX_ANSWERS }) ?? 1;
    const triedPerPrompt = read.count('best_of', { min: 1, max: MAX_ANSWERS }) ?? perPrompt;
    // Zero is for who wants nothing but the prompt's own probabilities.
    const named = read.count('max_tokens');
    const echoes = read.flag('echo');
    const limit = named ?? DEFAULT_OUTPUT_TOKENS;
    read.assertValid();
    const estimate = estimateInput({ body, scan }, openAiMedia);
    // A prompt may be numbers of tokens.
    const { numbers } = scan.counted;
    return {
      model,
      stream,
      framing: 'sse',
      wantsUsage,
      maxOutputTokens: limit * Math.max(perPrompt, triedPerPrompt) * promptCount,
      hasDefaultLimit: named === null,
      echoCount: echoes ? perPrompt : 0,
      answerCount: perPrompt * promptCount,
      hasTools: false,
      canBeBounded: false,
      media: estimate.media,
      inputTokens: estimate.inputTokens + numbers,
      likelyInputTokens: estimate.likelyInputTokens + numbers,
      leastInputTokens: estimate.leastInputTokens + numbers,
      asks: NOTHING_ASKED,
    };
  },

  // No bound is added: the API itself bounds a request that names none.
  editsOf({ body, scan }, facts, { upstreamModel, asksUsage }) {
    const edits: Edit[] = [];
    const model = scan.found.get('model');
    if (upstreamModel !== facts.model && model)
      edits.push({ ...model, replacement: JSON.stringify(upstreamModel) });
    if (asksUsage && !facts.wantsUsage) {
      const replacement = askForUsage(body, scan, edits);
      // At the end: parsers that do not look at case let the last spelling of a name win.
      const end = body.lastIndexOf(0x7d);
      if (replacement !== '') edits.push({ start: end, end, replacement });
    }
    return edits;
  },

  inputTexts: { members: ['prompt', 'suffix'], numbersAreTokens: true },

  readAnswer: (member, body) => ({
    usage: readOpenAiUsage(member('usage'), member('service_tier')),
    text: () => textsOf(body()).join('\n'),
    isFiltered: () => isFilteredByOpenAi(body()),
    media: () => NO_MEDIA,
  }),

  smallRequest: (model) => ({ model, prompt: 'Say hi.', max_tokens: DEFAULT_OUTPUT_TOKENS }),

  conversation: null,
  callerConversation: async () =>
    (await import('./openai-completions-conversation.ts')).openAiCompletionsConversation,

  countAnswer: null,

  streams: {
    pass: (options) => new PassedStream(new OpenAiChatScan(options, completionChunk), openAiErrors, options),
    ofAnswer: streamOfCompletion,
    joiner: async () => new (await import('./openai-completions-joiner.ts')).CompletionsJoiner(),
    beat: '::PING\n\n',
  },
  errors: openAiErrors,
};

/** A prompt is a text, a list of texts, a list of tokens or a list of such lists; a model may also begin from nothing. */
function promptCountOf({ scan }: ScannedRequest, read: MemberReader): number {
  const kind = read.kindOf('prompt');
  const isPrompt = kind === 'text' || kind === 'list' || read.value('prompt') === undefined;
  read.require(isPrompt, 'prompt', 'invalid_value');
  const { texts, lists } = scan.counted;
  const count = Math.max(1, texts + lists);
  read.require(count <= MAX_PROMPTS, 'prompt', 'too_large');
  return count;
}

function textsOf(body: Buffer): string[] {
  const { choices } = JSON.parse(body.toString('utf8')) as { choices: unknown };
  if (!Array.isArray(choices)) return [];
  const texts = choices.map((choice: { text?: unknown } | null) => choice?.text);
  return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}
