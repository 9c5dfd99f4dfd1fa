import type { DialectName } from '../../src/dialects/call-facts.ts';

/** An answer as a caller understands it. */
export interface HeardAnswer {
  text: string;
  /** Names of the tools that are called, and the arguments as JSON. */
  calls: [name: string, args: string][];
  /** Tokens of input and output as the answer says them; null where it says none. */
  usage: [input: number, output: number] | null;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as leniently as callers read them
type Json = any;

/** Data of each event of a stream, without comments and `[DONE]`. */
const eventsOf = (stream: string): Json[] =>
  stream
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:') && line.slice(5).trim() !== '[DONE]')
    .map((line) => JSON.parse(line.slice(5)));

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map(({ type, text }) => (type === 'text' ? text : '')).join('');
};

/** Messages of chat, whole or in pieces: of a call each piece has the index, or the place in its list. */
function hearChat(answers: readonly Json[]): HeardAnswer {
  const heard: HeardAnswer = { text: '', calls: [], usage: null };
  for (const { choices, usage, object } of answers) {
    if (usage) heard.usage = [usage.prompt_tokens, usage.completion_tokens];
    // Perplexity says the whole answer again at the end.
    if (object === 'chat.completion.done') continue;
    for (const { delta, message = delta, text } of choices ?? []) {
      heard.text += text ?? textOf((delta?.content ? delta : message)?.content);
      for (const [place, call] of (message?.tool_calls ?? []).entries()) {
        const [name, args] = heard.calls[call.index ?? place] ?? ['', ''];
        heard.calls[call.index ?? place] = [
          name + (call.function.name ?? ''),
          args + (call.function.arguments ?? ''),
        ];
      }
    }
  }
  return heard;
}

function hearResponse(answers: readonly Json[]): HeardAnswer {
  const { output, usage } = answers.at(-1)?.response ?? answers.at(-1) ?? {};
  const items: Json[] = output ?? [];
  return {
    text: items
      .flatMap(({ content, type }) => (type === 'message' ? content : []))
      .map(({ text }) => text)
      .join(''),
    calls: items.filter(({ type }) => type === 'function_call').map((call) => [call.name, call.arguments]),
    usage: usage ? [usage.input_tokens, usage.output_tokens ?? 0] : null,
  };
}

function hearMessage(answers: readonly Json[]): HeardAnswer {
  const heard: HeardAnswer = { text: '', calls: [], usage: null };
  const takeUsage = (usage: Json): void => {
    if (usage) heard.usage = [usage.input_tokens ?? heard.usage?.[0] ?? 0, usage.output_tokens ?? 0];
  };
  for (const { message, content, content_block, delta, usage } of answers) {
    takeUsage(message?.usage);
    takeUsage(usage);
    for (const block of content ?? (content_block ? [content_block] : [])) {
      heard.text += block.text ?? '';
      if (block.type === 'tool_use')
        heard.calls.push([block.name, content ? JSON.stringify(block.input) : '']);
    }
    heard.text += delta?.text ?? '';
    const call = heard.calls.at(-1);
    if (call && delta?.partial_json) call[1] += delta.partial_json;
  }
  return heard;
}

function hearGemini(answers: readonly Json[]): HeardAnswer {
  const parts: Json[] = answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  const { promptTokenCount, candidatesTokenCount } = answers.at(-1)?.usageMetadata ?? {};
  return {
    text: parts.map(({ text }) => text ?? '').join(''),
    calls: parts
      .filter(({ functionCall }) => functionCall)
      .map(({ functionCall: { name, args } }) => [name, JSON.stringify(args)]),
    usage: promptTokenCount === undefined ? null : [promptTokenCount, candidatesTokenCount],
  };
}

/** Others have no answer that is heard. */
const ears: Readonly<Partial<Record<DialectName, (answers: readonly Json[]) => HeardAnswer>>> = {
  'openai-chat': hearChat,
  'openai-completions': hearChat,
  'openai-responses': hearResponse,
  'anthropic-messages': hearMessage,
  gemini: hearGemini,
};

/** Reads a whole answer or a stream as a simple caller of the dialect does. */
export function hearAnswer(dialect: DialectName, body: string, isStream: boolean): HeardAnswer {
  const hear = ears[dialect];
  if (hear === undefined) throw new Error(`nobody hears ${dialect}`);
  return hear(isStream ? eventsOf(body) : [JSON.parse(body)]);
}
