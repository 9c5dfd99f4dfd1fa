import Anthropic from '@anthropic-ai/sdk';
import type { Ask, Client, ClientSite, Said, Seen, Talk } from '../matrix-types.ts';

const THINKING_TOKENS = 2_000;

/** The package `@anthropic-ai/sdk`. */
export const anthropicClient: Client = {
  name: '`@anthropic-ai/sdk`',
  packages: ['@anthropic-ai/sdk'],
  dialect: 'anthropic-messages',
  ends: {
    ...{ end: 'end_turn', 'stop-sequence': 'stop_sequence', length: 'max_tokens', tools: 'tool_use' },
    ...{ filter: 'refusal', refusal: 'refusal' },
  },
  lacks: [],
  begin: (site, ask) => new MessagesTalk(site, ask),
  failureOf(error) {
    if (!(error instanceof Anthropic.APIError)) throw error;
    return { status: error.status ?? null, text: error.message };
  },
};

class MessagesTalk implements Talk {
  readonly #anthropic: Anthropic;
  readonly #ask: Ask;
  readonly #model: string;
  readonly #messages: Anthropic.MessageParam[];

  constructor({ url, key, model, fetch }: ClientSite, ask: Ask) {
    this.#anthropic = new Anthropic({ apiKey: key, authToken: null, baseURL: url, maxRetries: 0, fetch });
    this.#ask = ask;
    this.#model = model;
    this.#messages = [{ role: 'user', content: ask.says.map(blockOf) }];
  }

  async ask(): Promise<Seen> {
    const request = this.#request();
    const { content, stop_reason, usage } = this.#ask.stream
      ? await this.#anthropic.messages.stream(request).finalMessage()
      : await this.#anthropic.messages.create(request);
    this.#messages.push({ role: 'assistant', content });
    const cached = usage.cache_read_input_tokens ?? 0;
    return {
      text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      thinking: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
      refusal: '',
      calls: content
        .filter((block) => block.type === 'tool_use')
        .map(({ id, name, input }) => ({ id, name, input })),
      end: String(stop_reason),
      tokens: {
        input: usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0),
        ...{ cached, output: usage.output_tokens },
      },
    };
  }

  tell(results: Parameters<Talk['tell']>[0]): Promise<Seen> {
    const content = results.map(({ id, text }) => ({
      ...{ type: 'tool_result' as const, tool_use_id: id, content: text },
    }));
    this.#messages.push({ role: 'user', content });
    return this.ask();
  }

  async leave(): Promise<void> {
    const stream = await this.#anthropic.messages.create({ ...this.#request(), stream: true });
    for await (const { type } of stream) if (type === 'content_block_delta') break;
    stream.controller.abort();
  }

  #request() {
    const { system, limit, tools, thinks, schema, stop } = this.#ask;
    return {
      ...{ model: this.#model, system, max_tokens: limit, messages: this.#messages },
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, schema: input_schema }) => ({
          name,
          description,
          input_schema,
        })),
      }),
      ...(thinks && { thinking: { type: 'enabled' as const, budget_tokens: THINKING_TOKENS } }),
      ...(schema !== null && {
        output_config: { format: { type: 'json_schema' as const, schema: { ...schema } } },
      }),
      ...(stop.length > 0 && { stop_sequences: [...stop] }),
    };
  }
}

function blockOf(said: Said): Anthropic.ContentBlockParam {
  if ('text' in said) return { type: 'text', text: said.text };
  const [type, media_type, data] =
    'image' in said
      ? (['image', 'image/png', said.image] as const)
      : (['document', 'application/pdf', said.pdf] as const);
  return { type, source: { type: 'base64', media_type, data } } as Anthropic.ContentBlockParam;
}
