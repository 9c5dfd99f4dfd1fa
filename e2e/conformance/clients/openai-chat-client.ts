import OpenAI from 'openai';
import type { Ask, Client, ClientSite, Said, Seen, Talk } from '../matrix-types.ts';

type Message = OpenAI.ChatCompletionMessageParam;
/** Thinking members of vendors of this API; the package passes them on without types. */
interface Thinking {
  reasoning_content?: string;
  reasoning?: string;
  reasoning_details?: object[];
}
type Answered = OpenAI.ChatCompletionMessage & Thinking;
type Call = OpenAI.ChatCompletionMessageFunctionToolCall;

/** The package `openai`, asking for chat completions. */
export const openAiChatClient: Client = {
  name: '`openai`, chat',
  packages: ['openai'],
  dialect: 'openai-chat',
  ends: {
    ...{ end: 'stop', 'stop-sequence': 'stop', length: 'length', tools: 'tool_calls' },
    ...{ filter: 'content_filter', refusal: 'stop' },
  },
  lacks: [],
  begin: (site, ask) => new ChatTalk(site, ask),
  failureOf: openAiFailure,
};

export function openAiFailure(error: unknown) {
  if (!(error instanceof OpenAI.APIError)) throw error;
  return { status: error.status ?? null, text: error.message };
}

class ChatTalk implements Talk {
  readonly #openai: OpenAI;
  readonly #ask: Ask;
  readonly #model: string;
  readonly #messages: Message[];

  constructor({ url, key, model, fetch }: ClientSite, ask: Ask) {
    this.#openai = new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0, fetch });
    this.#ask = ask;
    this.#model = model;
    this.#messages = [
      { role: 'system', content: ask.system },
      { role: 'user', content: ask.says.map(partOf) },
    ];
  }

  async ask(): Promise<Seen> {
    const { message, end, usage } = this.#ask.stream ? await this.#streamed() : await this.#whole();
    this.#messages.push(message);
    return {
      text: message.content ?? '',
      thinking: message.reasoning_content ?? message.reasoning ?? '',
      refusal: message.refusal ?? '',
      calls: ((message.tool_calls ?? []) as Call[]).map(({ id, function: { name, arguments: input } }) => ({
        ...{ id, name, input: JSON.parse(input) },
      })),
      end: String(end),
      tokens: {
        input: usage?.prompt_tokens ?? 0,
        cached: usage?.prompt_tokens_details?.cached_tokens ?? 0,
        output: usage?.completion_tokens ?? 0,
      },
    };
  }

  tell(results: Parameters<Talk['tell']>[0]): Promise<Seen> {
    for (const { id, text } of results)
      this.#messages.push({ role: 'tool', tool_call_id: id, content: text });
    return this.ask();
  }

  async leave(): Promise<void> {
    const stream = await this.#openai.chat.completions.create({ ...this.#request(), stream: true });
    for await (const { choices } of stream) if (choices[0]?.delta.content) break;
    stream.controller.abort();
  }

  #request() {
    const { limit, tools, thinks, schema, stop } = this.#ask;
    return {
      model: this.#model,
      messages: this.#messages,
      max_completion_tokens: limit,
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, schema: parameters }) => ({
          ...{ type: 'function' as const, function: { name, description, parameters: { ...parameters } } },
        })),
      }),
      ...(thinks && { reasoning_effort: 'medium' as const }),
      ...(schema !== null && {
        response_format: {
          ...{
            type: 'json_schema' as const,
            json_schema: { name: 'answer', schema: { ...schema }, strict: true },
          },
        },
      }),
      ...(stop.length > 0 && { stop: [...stop] }),
    };
  }

  async #whole() {
    const { choices, usage } = await this.#openai.chat.completions.create(this.#request());
    const [choice] = choices;
    return { message: choice?.message as Answered, end: choice?.finish_reason, usage };
  }

  /** The package puts texts and calls together; thinking is put together as the vendors who stream it say. */
  async #streamed() {
    const options = { stream_options: { include_usage: true } };
    const stream = this.#openai.chat.completions.stream({ ...this.#request(), ...options });
    const thinking: string[] = [];
    const details: object[] = [];
    for await (const { choices } of stream) {
      const delta = (choices[0]?.delta ?? {}) as Thinking;
      const thought = delta.reasoning_content || delta.reasoning;
      if (thought) thinking.push(thought);
      details.push(...(delta.reasoning_details ?? []));
    }
    const { choices, usage } = await stream.finalChatCompletion();
    const { content, refusal, tool_calls } = choices[0]?.message ?? {};
    const message = {
      ...{ role: 'assistant', content: content ?? null, refusal: refusal ?? null },
      ...(tool_calls && tool_calls.length > 0 && { tool_calls: tool_calls.map(plainCall) }),
      ...(thinking.length > 0 && { reasoning_content: thinking.join('') }),
      ...(details.length > 0 && { reasoning_details: details }),
    } as Answered;
    return { message, end: choices[0]?.finish_reason, usage };
  }
}

/** Without what the package parsed for its own use. */
function plainCall(call: OpenAI.ChatCompletionMessageToolCall) {
  if (call.type !== 'function') return call;
  const { parsed_arguments: _, ...called } = call.function as typeof call.function & {
    parsed_arguments?: unknown;
  };
  return { ...call, function: called };
}

function partOf(said: Said): OpenAI.ChatCompletionContentPart {
  if ('text' in said) return { type: 'text', text: said.text };
  if ('image' in said)
    return { type: 'image_url', image_url: { url: `data:image/png;base64,${said.image}` } };
  const file_data = `data:application/pdf;base64,${said.pdf}`;
  return { type: 'file', file: { filename: 'paper.pdf', file_data } };
}
