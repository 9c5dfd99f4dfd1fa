import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import {
  APICallError,
  generateText,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  Output,
  streamText,
  type ToolSet,
  tool,
} from 'ai';
import type { Ask, Client, ClientSite, End, Said, Seen, SeenFailure, Talk } from '../matrix-types.ts';

const THINKING_TOKENS = 2_000;

// It warns of thinking that it leaves out, which the page says.
globalThis.AI_SDK_LOG_WARNINGS = false;

type ProviderOptions = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>;

/** How a provider of the package is set up. */
export interface AiSdkProvider {
  model(site: ClientSite): LanguageModel;
  options(ask: Ask): ProviderOptions;
}

const openAiOf = ({ url, key, fetch }: ClientSite) =>
  createOpenAI({ apiKey: key, baseURL: `${url}/v1`, fetch });

type Described = Pick<Client, 'name' | 'packages' | 'dialect' | 'lacks' | 'writes'>;

const providers: readonly (Described & { provider: AiSdkProvider })[] = [
  {
    ...{ name: '`ai`, OpenAI chat', packages: ['ai', '@ai-sdk/openai'], dialect: 'openai-chat' },
    lacks: [],
    provider: {
      model: (site) => openAiOf(site).chat(site.model),
      options: ({ thinks }) => ({ openai: { ...(thinks && { reasoningEffort: 'medium' }) } }),
    },
  },
  {
    ...{ name: '`ai`, OpenAI responses', packages: ['ai', '@ai-sdk/openai'], dialect: 'openai-responses' },
    lacks: ['stop'],
    provider: {
      model: (site) => openAiOf(site).responses(site.model),
      options: ({ thinks }) => ({
        openai: {
          store: false,
          ...(thinks && {
            ...{ forceReasoning: true, reasoningEffort: 'medium', reasoningSummary: 'auto' },
            include: ['reasoning.encrypted_content'],
          }),
        },
      }),
    },
  },
  {
    ...{ name: '`ai`, Anthropic', packages: ['ai', '@ai-sdk/anthropic'], dialect: 'anthropic-messages' },
    lacks: [],
    writes: { limit: ({ limit, thinks }) => (thinks ? limit + THINKING_TOKENS : limit) },
    provider: {
      model: ({ url, key, fetch, model }) =>
        createAnthropic({ apiKey: key, baseURL: `${url}/v1`, fetch })(model),
      options: ({ thinks }) => ({
        anthropic: {
          structuredOutputMode: 'outputFormat',
          ...(thinks && { thinking: { type: 'enabled', budgetTokens: THINKING_TOKENS } }),
        },
      }),
    },
  },
  {
    ...{ name: '`ai`, Google', packages: ['ai', '@ai-sdk/google'], dialect: 'gemini' },
    lacks: [],
    writes: { result: (name, content) => JSON.stringify({ name, content }) },
    provider: {
      model: ({ url, key, fetch, model }) =>
        createGoogleGenerativeAI({ apiKey: key, baseURL: `${url}/v1beta`, fetch })(model),
      options: ({ thinks }) => ({
        google: {
          ...(thinks && { thinkingConfig: { includeThoughts: true, thinkingBudget: THINKING_TOKENS } }),
        },
      }),
    },
  },
];

const ENDS: Readonly<Record<End, string>> = {
  ...{ end: 'stop', 'stop-sequence': 'stop', length: 'length', tools: 'tool-calls' },
  ...{ filter: 'content-filter', refusal: 'content-filter' },
};

/** The package `ai` with its providers for the vendors. */
export const aiSdkClients: readonly Client[] = providers.map(({ provider, ...client }) =>
  aiSdkClient(client, provider),
);

export function aiSdkClient(client: Described, provider: AiSdkProvider): Client {
  return {
    ...client,
    ends: ENDS,
    begin: (site, ask) => new AiTalk(provider.model(site), { ask, options: provider.options(ask) }),
    failureOf,
  };
}

function failureOf(error: unknown): SeenFailure {
  if (error instanceof APICallError) return { status: error.statusCode ?? null, text: error.message };
  return { status: null, text: error instanceof Error ? error.message : JSON.stringify(error) };
}

class AiTalk implements Talk {
  readonly #model: LanguageModel;
  readonly #ask: Ask;
  readonly #options: ProviderOptions;
  readonly #messages: ModelMessage[];

  constructor(model: LanguageModel, { ask, options }: { ask: Ask; options: ProviderOptions }) {
    this.#model = model;
    this.#ask = ask;
    this.#options = options;
    this.#messages = [{ role: 'user', content: ask.says.map(partOf) }];
  }

  async ask(): Promise<Seen> {
    const answer = this.#ask.stream ? await this.#streamed() : await generateText(this.#request());
    this.#messages.push(...answer.responseMessages);
    const { text, reasoningText, toolCalls, finishReason, usage } = answer;
    return {
      ...{ text, thinking: reasoningText ?? '', refusal: '' },
      calls: toolCalls.map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, input })),
      end: finishReason,
      tokens: {
        input: usage.inputTokens ?? 0,
        cached: usage.inputTokenDetails.cacheReadTokens ?? 0,
        output: usage.outputTokens ?? 0,
      },
    };
  }

  tell(results: Parameters<Talk['tell']>[0]): Promise<Seen> {
    this.#messages.push({
      role: 'tool',
      content: results.map(({ id, name, text }) => ({
        ...{ type: 'tool-result', toolCallId: id, toolName: name },
        output: { type: 'text', value: text },
      })),
    });
    return this.ask();
  }

  async leave(): Promise<void> {
    const leaving = new AbortController();
    const { textStream } = streamText({ ...this.#request(), abortSignal: leaving.signal });
    for await (const _text of textStream) break;
    leaving.abort();
  }

  async #streamed() {
    let failure: unknown = null;
    const result = streamText({
      ...this.#request(),
      onError: ({ error }) => {
        failure = error;
      },
    });
    await result.consumeStream();
    if (failure !== null) throw failure;
    const { text, reasoningText, toolCalls, finishReason, usage, responseMessages } = result;
    return {
      ...{ text: await text, reasoningText: await reasoningText, toolCalls: await toolCalls },
      ...{ finishReason: await finishReason, usage: await usage, responseMessages: await responseMessages },
    };
  }

  #request() {
    const { system, limit, tools, schema, stop } = this.#ask;
    return {
      ...{ model: this.#model, system, messages: this.#messages, maxOutputTokens: limit, maxRetries: 0 },
      providerOptions: this.#options,
      ...(tools.length > 0 && {
        tools: Object.fromEntries(
          tools.map(({ name, description, schema: inputSchema }) => [
            name,
            tool({ description, inputSchema: jsonSchema<object>(inputSchema) }),
          ]),
        ) as ToolSet,
      }),
      ...(schema !== null && { output: Output.object({ schema: jsonSchema(schema) }) }),
      ...(stop.length > 0 && { stopSequences: [...stop] }),
    };
  }
}

function partOf(said: Said) {
  if ('text' in said) return { type: 'text' as const, text: said.text };
  const [data, mediaType] = 'image' in said ? [said.image, 'image/png'] : [said.pdf, 'application/pdf'];
  return { type: 'file' as const, data, mediaType, ...('pdf' in said && { filename: 'paper.pdf' }) };
}
