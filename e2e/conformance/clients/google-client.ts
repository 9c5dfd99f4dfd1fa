import { ApiError, type Content, type GenerateContentResponse, GoogleGenAI, type Part } from '@google/genai';
import type { Ask, Client, ClientSite, Said, Seen, Talk } from '../matrix-types.ts';

const THINKING_TOKENS = 2_000;

/** The package `@google/genai`. */
export const googleClient: Client = {
  name: '`@google/genai`',
  packages: ['@google/genai'],
  dialect: 'gemini',
  ends: {
    ...{ end: 'STOP', 'stop-sequence': 'STOP', length: 'MAX_TOKENS', tools: 'STOP' },
    ...{ filter: 'SAFETY', refusal: 'SAFETY' },
  },
  lacks: [],
  begin: (site, ask) => new GeminiTalk(site, ask),
  failureOf(error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, text: error.message };
  },
};

class GeminiTalk implements Talk {
  readonly #google: GoogleGenAI;
  readonly #ask: Ask;
  readonly #model: string;
  readonly #contents: Content[];

  constructor({ url, key, model, fetch }: ClientSite, ask: Ask) {
    this.#google = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url, fetch } });
    this.#ask = ask;
    this.#model = model;
    this.#contents = [{ role: 'user', parts: ask.says.map(partOf) }];
  }

  async ask(): Promise<Seen> {
    const request = this.#request();
    const answers: GenerateContentResponse[] = [];
    if (this.#ask.stream)
      for await (const chunk of await this.#google.models.generateContentStream(request)) answers.push(chunk);
    else answers.push(await this.#google.models.generateContent(request));
    const parts = answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
    this.#contents.push({ role: 'model', parts: parts.filter(saysSomething) });
    const usage = answers.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata;
    return {
      text: parts.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join(''),
      thinking: parts.map(({ text, thought }) => (thought ? (text ?? '') : '')).join(''),
      refusal: '',
      calls: parts.flatMap(({ functionCall }) =>
        functionCall === undefined
          ? []
          : [{ id: functionCall.id ?? '', name: functionCall.name ?? '', input: functionCall.args }],
      ),
      end: String(answers.at(-1)?.candidates?.[0]?.finishReason),
      tokens: {
        input: usage?.promptTokenCount ?? 0,
        cached: usage?.cachedContentTokenCount ?? 0,
        output: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
      },
    };
  }

  tell(results: Parameters<Talk['tell']>[0]): Promise<Seen> {
    const parts = results.map(({ id, name, text }) => ({
      functionResponse: { ...(id !== '' && { id }), name, response: { output: text } },
    }));
    this.#contents.push({ role: 'user', parts });
    return this.ask();
  }

  async leave(): Promise<void> {
    const leaving = new AbortController();
    const { config, ...request } = this.#request();
    const stream = await this.#google.models.generateContentStream({
      ...request,
      config: { ...config, abortSignal: leaving.signal },
    });
    for await (const { text } of stream) if (text) break;
    leaving.abort();
  }

  #request() {
    const { system, limit, tools, thinks, schema, stop } = this.#ask;
    return {
      model: this.#model,
      contents: this.#contents,
      config: {
        ...{ systemInstruction: system, maxOutputTokens: limit },
        ...(tools.length > 0 && {
          tools: [
            {
              functionDeclarations: tools.map(({ name, description, schema: parametersJsonSchema }) => ({
                ...{ name, description, parametersJsonSchema },
              })),
            },
          ],
        }),
        ...(thinks && { thinkingConfig: { includeThoughts: true, thinkingBudget: THINKING_TOKENS } }),
        ...(schema !== null && { responseMimeType: 'application/json', responseJsonSchema: schema }),
        ...(stop.length > 0 && { stopSequences: [...stop] }),
      },
    };
  }
}

/** Google refuses empty texts in the history, unless they carry a signature. */
const saysSomething = ({ text, thoughtSignature }: Part): boolean =>
  text !== '' || thoughtSignature !== undefined;

function partOf(said: Said): Part {
  if ('text' in said) return { text: said.text };
  if ('image' in said) return { inlineData: { mimeType: 'image/png', data: said.image } };
  return { inlineData: { mimeType: 'application/pdf', data: said.pdf } };
}
