import { randomText } from '../../platform/secrets/random-ids.ts';
import { exampleOf, type JsonSchema } from './demo-example.ts';
import { textsFor } from './demo-texts.ts';
import { countWords, textOf, wordsOf } from './demo-words.ts';

type DemoRequest = Record<string, unknown>;

const CREATED_SECONDS = 1_700_000_000;
const MAX_CHOICES = 128;
/** As OpenAI takes them. */
const MAX_STOPS = 4;
const MAX_TOOLS = 128;
/** Letters of a question that are repeated. */
const QUOTED_LENGTH = 200;

interface Tool {
  name: string;
  parameters: JsonSchema;
}

interface Question {
  model: string;
  text: string;
  /** A tool has answered: now the model speaks. */
  isToolResult: boolean;
  promptTokens: number;
  limit: number;
  choiceCount: number;
  stops: string[];
  tools: Tool[];
  toolChoice: unknown;
  /** Null where any text will do. */
  schema: JsonSchema | null;
}

function readRequest(request: DemoRequest): Question {
  const messages = Array.isArray(request.messages)
    ? (request.messages as { role?: unknown; content?: unknown }[])
    : [];
  const last = messages.at(-1);
  return {
    model: String(request.model),
    text: textOf(last?.content),
    isToolResult: last?.role === 'tool',
    promptTokens: messages.reduce((sum, message) => sum + countWords(textOf(message?.content)) + 1, 1),
    limit: Number(request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY),
    choiceCount: Math.min(MAX_CHOICES, Math.max(1, Number(request.n ?? 1))),
    stops: [request.stop]
      .flat()
      .slice(0, MAX_STOPS)
      .filter((stop) => typeof stop === 'string' && stop !== '') as string[],
    tools: toolsOf(request.tools),
    toolChoice: request.tool_choice,
    schema: schemaOf(request.response_format),
  };
}

function toolsOf(tools: unknown): Tool[] {
  if (!Array.isArray(tools)) return [];
  return tools
    .slice(0, MAX_TOOLS)
    .flatMap((tool: { function?: { name?: unknown; parameters?: unknown } } | null) =>
      typeof tool?.function?.name === 'string'
        ? [{ name: tool.function.name, parameters: (tool.function.parameters ?? {}) as JsonSchema }]
        : [],
    );
}

function schemaOf(format: unknown): JsonSchema | null {
  const { type, json_schema } = (format ?? {}) as { type?: unknown; json_schema?: { schema?: JsonSchema } };
  if (type === 'json_schema') return json_schema?.schema ?? {};
  return type === 'json_object' ? { properties: { answer: {} } } : null;
}

/** The tool that is called: the one that must be, else the one that the question names. */
function toolFor({ tools, toolChoice, text, isToolResult }: Question): Tool | null {
  if (toolChoice === 'none') return null;
  const forced = (toolChoice as { function?: { name?: unknown } } | null | undefined)?.function?.name;
  if (forced !== undefined) return tools.find(({ name }) => name === forced) ?? null;
  if (toolChoice === 'required') return tools[0] ?? null;
  return isToolResult ? null : (tools.find(({ name }) => text.includes(name)) ?? null);
}

interface Said {
  /** The text of an answer or of a call's arguments, token by token. */
  words: string[];
  tool: { id: string; name: string } | null;
  finish_reason: 'stop' | 'length' | 'tool_calls';
}

function answer(question: Question): Said {
  const called = toolFor(question);
  const { words, isCut } = cut(
    called === null ? textFor(question) : argumentsFor(called, question),
    question,
  );
  const tool = called === null ? null : { id: newCallId(), name: called.name };
  if (isCut) return { words, tool, finish_reason: 'length' };
  return { words, tool, finish_reason: tool === null ? 'stop' : 'tool_calls' };
}

const quotedOf = ({ text }: Question): string =>
  text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;

const argumentsFor = ({ parameters }: Tool, question: Question): string =>
  exampleOf(parameters, quotedOf(question));

function textFor(question: Question): string {
  const quoted = quotedOf(question);
  if (question.schema !== null) return exampleOf(question.schema, quoted);
  const { about, youWrote } = textsFor(question.text);
  const text = `${about}\n\n${youWrote}\n\n> ${quoted}\n`;
  const ends = question.stops.map((stop) => text.indexOf(stop)).filter((end) => end !== -1);
  return text.slice(0, Math.min(text.length, ...ends));
}

function cut(text: string, { limit }: Question): { words: string[]; isCut: boolean } {
  const words: string[] = [];
  let count = 0;
  for (const word of wordsOf(text)) {
    if (word.trim() !== '') count += 1;
    if (count > limit) return { words, isCut: true };
    words.push(word);
  }
  return { words, isCut: false };
}

/** Every choice says the same, each by a call of its own. */
function answersTo(question: Question): Said[] {
  const first = answer(question);
  return Array.from({ length: question.choiceCount }, () => ({
    ...first,
    tool: first.tool && { ...first.tool, id: newCallId() },
  }));
}

const newCallId = (): string => `call_demo${randomText(20)}`;

function usageOf({ promptTokens }: Question, said: Said[]) {
  const [first] = said;
  const completionTokens = said.length * countWords(first?.words.join('') ?? '');
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

const headOf = ({ model }: Question) => ({
  id: `chatcmpl-demo${randomText(20)}`,
  created: CREATED_SECONDS,
  model,
});

export function demoChatAnswer(request: DemoRequest) {
  const question = readRequest(request);
  const said = answersTo(question);
  return {
    ...headOf(question),
    object: 'chat.completion',
    choices: said.map((one, index) => ({
      index,
      message: messageOf(one),
      logprobs: null,
      finish_reason: one.finish_reason,
    })),
    usage: usageOf(question, said),
  };
}

function messageOf({ words, tool }: Said) {
  const text = words.join('');
  const message = { role: 'assistant', content: tool === null ? text : null, refusal: null };
  if (tool === null) return message;
  const { id, name } = tool;
  return { ...message, tool_calls: [{ id, type: 'function', function: { name, arguments: text } }] };
}

export function* demoChatChunks(request: DemoRequest): Generator<string> {
  const question = readRequest(request);
  const said = answersTo(question);
  const head = { ...headOf(question), object: 'chat.completion.chunk' };
  const eventOf = (index: number, delta: object, finish_reason: string | null) =>
    `data: ${JSON.stringify({ ...head, choices: [{ index, delta, logprobs: null, finish_reason }] })}\n\n`;
  for (const [index, { words, tool, finish_reason }] of said.entries()) {
    yield eventOf(index, firstDelta(tool), null);
    for (const word of words) yield eventOf(index, deltaOf(word, tool), null);
    yield eventOf(index, {}, finish_reason);
  }
  const options = request.stream_options as { include_usage?: unknown } | undefined;
  if (options?.include_usage === true)
    yield `data: ${JSON.stringify({ ...head, choices: [], usage: usageOf(question, said) })}\n\n`;
  yield 'data: [DONE]\n\n';
}

function firstDelta(tool: Said['tool']): object {
  if (tool === null) return { role: 'assistant', content: '' };
  const call = { index: 0, id: tool.id, type: 'function', function: { name: tool.name, arguments: '' } };
  return { role: 'assistant', content: null, tool_calls: [call] };
}

const deltaOf = (word: string, tool: Said['tool']): object =>
  tool === null ? { content: word } : { tool_calls: [{ index: 0, function: { arguments: word } }] };
