import { GeminiUpstream, geminiEvent } from '../../../server/test/upstreams/gemini-upstream.ts';
import {
  type AnswerPart,
  type End,
  THOUGHT_TOKENS,
  type Understood,
  type Upstream,
  USED,
  type VendorAnswer,
} from '../matrix-types.ts';
import {
  type Json,
  listOf,
  piecesOf,
  playedUpstream,
  textsOf,
  thinks,
  type Voice,
} from './played-upstream.ts';

const MODEL = 'gemini-3-matrix';
const GEMINI = 25;
const SEAL = 'CqcBVKhc7sYmVhdGVzIG9mIHRoaW5raW5n';
const ENDS: Readonly<Record<End, string>> = {
  ...{ end: 'STOP', 'stop-sequence': 'STOP', length: 'MAX_TOKENS', tools: 'STOP' },
  ...{ filter: 'SAFETY', refusal: 'SAFETY' },
};

/** Google's Gemini API. */
export async function startGeminiUpstream(): Promise<Upstream> {
  const server = await GeminiUpstream.start();
  return playedUpstream(
    {
      ...{ name: 'Gemini', dialect: 'gemini', model: MODEL, type: GEMINI },
      idOfCall: () => '',
      sealsIn: (answer) => (answer.parts.some((part) => 'call' in part) ? [SEAL] : []),
      ends: new Set(['end', 'length', 'tools', 'filter']),
    },
    {
      ...{ server, refused: server.refused, voice: geminiVoice },
      isStream: ({ verb }) => verb === 'streamGenerateContent',
    },
  );
}

/** Parts of Google's; the first call has the seal. */
function partsOf({ parts }: VendorAnswer): Json[] {
  let seal: string | null = SEAL;
  return parts.map((part: AnswerPart): Json => {
    if ('thinking' in part) return { text: part.thinking, thought: true };
    if (!('call' in part)) return { text: 'text' in part ? part.text : part.refusal };
    const written = {
      functionCall: { name: part.call, args: part.input },
      ...(seal && { thoughtSignature: seal }),
    };
    seal = null;
    return written;
  });
}

const usageOf = (answer: VendorAnswer) => {
  const thoughtsTokenCount = thinks(answer) ? THOUGHT_TOKENS : 0;
  return {
    usageMetadata: {
      ...{ promptTokenCount: USED.input, cachedContentTokenCount: USED.cached, thoughtsTokenCount },
      candidatesTokenCount: USED.output - thoughtsTokenCount,
      totalTokenCount: USED.input + USED.output,
    },
    ...{ modelVersion: MODEL, responseId: 'gemini-1' },
  };
};

const candidateOf = (parts: Json[], finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) }],
});

const geminiVoice: Voice = {
  whole: (answer) => ({ ...candidateOf(partsOf(answer), ENDS[answer.end]), ...usageOf(answer) }),

  stream(answer) {
    const said = partsOf(answer).flatMap((part) =>
      typeof part.text === 'string' ? piecesOf(part.text).map((text) => ({ ...part, text })) : [part],
    );
    return {
      said: said.map((part) => geminiEvent({ ...candidateOf([part]), ...usageOf(answer) })),
      end: [geminiEvent({ ...candidateOf([{ text: '' }], ENDS[answer.end]), ...usageOf(answer) })],
    };
  },

  error: (code, message) => ({
    error: { code, message, status: code === 400 ? 'INVALID_ARGUMENT' : 'RESOURCE_EXHAUSTED' },
  }),
  errorEvent: (message) => geminiEvent({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
  understand,
};

function understand(body: Json, stream: boolean): Understood {
  const contents = listOf(body.contents);
  const said = contents.flatMap(({ role = 'user', parts }) =>
    listOf(parts).map((part): Json => ({ ...part, role })),
  );
  const user = said.filter(({ role }) => role !== 'model');
  const dataOf = (isWanted: (type: string) => boolean): string[] =>
    user.flatMap(({ inlineData }) => {
      const { mimeType, data } = (inlineData ?? {}) as Record<string, string>;
      return isWanted(String(mimeType)) ? [String(data)] : [];
    });
  const config = (body.generationConfig ?? {}) as Json;
  const thinking = config.thinkingConfig as Json | undefined;
  return {
    system: textsOf(listOf((body.systemInstruction as Json | undefined)?.parts).map(({ text }) => text)).join(
      '\n',
    ),
    texts: textsOf(user.map(({ text }) => text)),
    images: dataOf((type) => type.startsWith('image/')),
    pdfs: dataOf((type) => type === 'application/pdf'),
    limit: Number(config.maxOutputTokens) || null,
    tools: listOf(body.tools).flatMap((tool) =>
      listOf(tool.functionDeclarations).map(({ name }) => String(name)),
    ),
    thinks: thinking?.includeThoughts === true,
    schema: (config.responseJsonSchema ?? config.responseSchema ?? null) as object | null,
    stop: (config.stopSequences ?? []) as string[],
    stream,
    said: textsOf(
      said.filter(({ role, thought }) => role === 'model' && thought !== true).map(({ text }) => text),
    ).join(''),
    // Google gives no ids; those that stand here were made on the way.
    calls: said.flatMap(({ functionCall }) => {
      const { name, args } = (functionCall ?? {}) as Json;
      return name === undefined ? [] : [{ id: '', name: String(name), input: args }];
    }),
    results: user.flatMap(({ functionResponse }) => {
      const { response } = (functionResponse ?? {}) as { response?: Json };
      return response === undefined ? [] : [String(response.output ?? JSON.stringify(response))];
    }),
    seals: textsOf(said.map(({ thoughtSignature }) => thoughtSignature)),
  };
}
