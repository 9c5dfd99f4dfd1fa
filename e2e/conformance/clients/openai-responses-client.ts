import OpenAI from 'openai';
import type { Ask, Client, ClientSite, Said, Seen, Talk } from '../matrix-types.ts';
import { openAiFailure } from './openai-chat-client.ts';

type Item = OpenAI.Responses.ResponseInputItem;
type Answer = OpenAI.Responses.Response;

/** The package reports a failure in a stream as the state of the response. */
class FailedResponse extends Error {}

/** The package `openai`, asking for responses. */
export const openAiResponsesClient: Client = {
  name: '`openai`, responses',
  packages: ['openai'],
  dialect: 'openai-responses',
  ends: {
    ...{ end: 'completed', 'stop-sequence': 'completed', length: 'max_output_tokens', tools: 'completed' },
    ...{ filter: 'content_filter', refusal: 'completed' },
  },
  lacks: ['stop'],
  begin: (site, ask) => new ResponsesTalk(site, ask),
  failureOf: (error) =>
    error instanceof FailedResponse ? { status: null, text: error.message } : openAiFailure(error),
};

class ResponsesTalk implements Talk {
  readonly #openai: OpenAI;
  readonly #ask: Ask;
  readonly #model: string;
  readonly #items: Item[];

  constructor({ url, key, model, fetch }: ClientSite, ask: Ask) {
    this.#openai = new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0, fetch });
    this.#ask = ask;
    this.#model = model;
    this.#items = [{ role: 'user', content: ask.says.map(partOf) }];
  }

  async ask(): Promise<Seen> {
    const request = this.#request();
    const answer = this.#ask.stream
      ? await this.#openai.responses.stream(request).finalResponse()
      : await this.#openai.responses.create(request);
    if (answer.status === 'failed') throw new FailedResponse(answer.error?.message);
    this.#items.push(...(answer.output.map(withoutParsed) as Item[]));
    return seenIn(answer);
  }

  tell(results: Parameters<Talk['tell']>[0]): Promise<Seen> {
    for (const { id, text } of results)
      this.#items.push({ type: 'function_call_output', call_id: id, output: text });
    return this.ask();
  }

  async leave(): Promise<void> {
    const stream = await this.#openai.responses.create({ ...this.#request(), stream: true });
    for await (const { type } of stream) if (type === 'response.output_text.delta') break;
    stream.controller.abort();
  }

  #request() {
    const { system, limit, tools, thinks, schema } = this.#ask;
    return {
      ...{
        model: this.#model,
        instructions: system,
        input: this.#items,
        max_output_tokens: limit,
        store: false,
      },
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, schema: parameters }) => ({
          ...{ type: 'function' as const, name, description, parameters: { ...parameters }, strict: false },
        })),
      }),
      ...(thinks && {
        reasoning: { effort: 'medium' as const, summary: 'auto' as const },
        include: ['reasoning.encrypted_content' as const],
      }),
      ...(schema !== null && {
        text: {
          format: { type: 'json_schema' as const, name: 'answer', schema: { ...schema }, strict: true },
        },
      }),
    };
  }
}

/** Without what the package parsed for its own use. */
function withoutParsed(item: OpenAI.Responses.ResponseOutputItem): object {
  if (item.type === 'function_call') {
    const { parsed_arguments: _, ...call } = item as typeof item & { parsed_arguments?: unknown };
    return call;
  }
  if (item.type !== 'message') return item;
  const content = item.content.map((part) => {
    const { parsed: _, ...own } = part as typeof part & { parsed?: unknown };
    return own;
  });
  return { ...item, content };
}

function seenIn({ output, output_text, status, incomplete_details, usage }: Answer): Seen {
  const calls = output.filter((item) => item.type === 'function_call');
  const thinking = output.flatMap((item) =>
    item.type === 'reasoning' ? [...item.summary, ...(item.content ?? [])] : [],
  );
  const parts = output.flatMap((item) => (item.type === 'message' ? item.content : []));
  return {
    text: output_text,
    thinking: thinking.map(({ text }) => text).join(''),
    refusal: parts.map((part) => (part.type === 'refusal' ? part.refusal : '')).join(''),
    calls: calls.map(({ call_id, name, arguments: input }) => ({
      id: call_id,
      name,
      input: JSON.parse(input),
    })),
    end: String(incomplete_details?.reason ?? status),
    tokens: {
      input: usage?.input_tokens ?? 0,
      cached: usage?.input_tokens_details.cached_tokens ?? 0,
      output: usage?.output_tokens ?? 0,
    },
  };
}

function partOf(said: Said): OpenAI.Responses.ResponseInputContent {
  if ('text' in said) return { type: 'input_text', text: said.text };
  if ('image' in said)
    return { type: 'input_image', image_url: `data:image/png;base64,${said.image}`, detail: 'auto' };
  const file_data = `data:application/pdf;base64,${said.pdf}`;
  return { type: 'input_file', filename: 'paper.pdf', file_data };
}
