import { anthropicCount } from '../../dialects/anthropic-messages/anthropic-count.ts';
import { anthropicMessages } from '../../dialects/anthropic-messages/anthropic-messages.ts';
import type { CallAddress } from '../../dialects/call-facts.ts';
import { cohereEmbeddings } from '../../dialects/cohere/cohere-embeddings.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { gemini } from '../../dialects/gemini/gemini.ts';
import { geminiCount } from '../../dialects/gemini/gemini-count.ts';
import { geminiBatchEmbeddings, geminiEmbeddings } from '../../dialects/gemini/gemini-embeddings.ts';
import { geminiImages } from '../../dialects/gemini/gemini-images.ts';
import { geminiLive } from '../../dialects/gemini/gemini-live.ts';
import { openAiImageEdits, openAiImageVariations } from '../../dialects/openai/openai-image-edits.ts';
import { openAiImages } from '../../dialects/openai/openai-images.ts';
import { openAiModerations } from '../../dialects/openai/openai-moderations.ts';
import { openAiRealtime } from '../../dialects/openai/openai-realtime.ts';
import { openAiSpeech } from '../../dialects/openai/openai-speech.ts';
import { openAiTranscriptions, openAiTranslations } from '../../dialects/openai/openai-transcriptions.ts';
import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { openAiCompletions } from '../../dialects/openai-completions/openai-completions.ts';
import { openAiEmbeddings } from '../../dialects/openai-embeddings/openai-embeddings.ts';
import { openAiResponses } from '../../dialects/openai-responses/openai-responses.ts';
import { responsesCompaction } from '../../dialects/openai-responses/responses-compaction.ts';
import { responsesCount } from '../../dialects/openai-responses/responses-count.ts';
import type { RealtimeDialect } from '../../dialects/realtime/realtime-dialect.ts';
import { isRecraftTool, RECRAFT_STYLES, recraftTools } from '../../dialects/recraft/recraft-tools.ts';
import { rerankDialect } from '../../dialects/rerank/rerank.ts';
import { voyageRerankDialect } from '../../dialects/voyage/voyage-rerank.ts';
import { anthropicClients } from './anthropic-clients.ts';
import type { ClientFamily } from './client-family.ts';
import { geminiClients } from './gemini-clients.ts';
import { azureClients, openAiClients, realtimeClients } from './openai-clients.ts';

/** A public address that calls a model. */
export interface Entrance {
  method: 'POST';
  /** One that ends with `*` has the model and a verb there: `gemini-2.5-pro:countTokens`, `my-gpt/embeddings`. */
  path: string;
  /** Stands between the two; a colon where it is left out. */
  separator?: '/';
  /** Stands before the model of such a path in its name; left out where nothing does. */
  namePrefix?: string;
  family: ClientFamily;
  /** @returns undefined where the address means nothing */
  dialectOf(address: CallAddress): Dialect | undefined;
}

/** Every path of OpenAI's API works with and without its version, and as Azure's clients call it. */
const OPENAI_PREFIXES = ['/v1', '', '/openai/v1', '/openai'] as const;

const openAi = (path: string, dialect: Dialect): Entrance[] =>
  OPENAI_PREFIXES.map((version) => ({
    method: 'POST',
    path: version + path,
    family: openAiClients,
    dialectOf: () => dialect,
  }));

/** Anthropic's own path, and the prefixes under which other gateways have it. */
const anthropic = (path: string, dialect: Dialect): Entrance[] =>
  ['', '/claude', '/anthropic'].map((prefix) => ({
    method: 'POST',
    path: prefix + path,
    family: anthropicClients,
    dialectOf: () => dialect,
  }));

const geminiVerbs: ReadonlyMap<string | null, Dialect> = new Map([
  ['generateContent', gemini],
  ['streamGenerateContent', gemini],
  ['countTokens', geminiCount],
  ['embedContent', geminiEmbeddings],
  ['batchEmbedContents', geminiBatchEmbeddings],
  ['predict', geminiImages],
]);

/** Google's API in both of its versions, and without one: some clients put the path behind the root. */
const ofGoogle = (prefix: string): Entrance[] =>
  ['/v1beta', '/v1', ''].flatMap((version) =>
    ['models/', 'tunedModels/'].map((resource) => ({
      method: 'POST',
      path: `${prefix}${version}/${resource}*`,
      // Tuned models are known by the name of their resource.
      ...(resource !== 'models/' && { namePrefix: resource }),
      family: geminiClients,
      dialectOf: ({ verb }: CallAddress) => geminiVerbs.get(verb),
    })),
  );

/** Recraft's API as one-hub has it: pictures, and tools that the address names. */
const ofRecraft = (path: string, dialectOf: Entrance['dialectOf']): Entrance => ({
  method: 'POST',
  path: `/recraftAI/v1${path}`,
  namePrefix: 'recraft_',
  family: openAiClients,
  dialectOf,
});

const recraftToolOf = ({ model }: CallAddress): Dialect | undefined =>
  isRecraftTool(model ?? RECRAFT_STYLES) ? recraftTools : undefined;

const azureVerbs: ReadonlyMap<string | null, Dialect> = new Map([
  ['chat/completions', openAiChat],
  ['completions', openAiCompletions],
  ['embeddings', openAiEmbeddings],
  ['images/generations', openAiImages],
  ['images/edits', openAiImageEdits],
  ['audio/speech', openAiSpeech],
  ['audio/transcriptions', openAiTranscriptions],
  ['audio/translations', openAiTranslations],
]);

/** A model may have the separator in its name, as a verb has. */
const azureVerb = new RegExp(`/(?:${[...azureVerbs.keys()].join('|')})$`);

/** Every public address that calls a model. */
export const entrances: readonly Entrance[] = [
  ...openAi('/chat/completions', openAiChat),
  ...openAi('/completions', openAiCompletions),
  ...openAi('/embeddings', openAiEmbeddings),
  ...anthropic('/v1/messages', anthropicMessages),
  ...anthropic('/v1/messages/count_tokens', anthropicCount),
  ...ofGoogle(''),
  ...ofGoogle('/gemini'),
  ...openAi('/responses', openAiResponses),
  ...openAi('/responses/compact', responsesCompaction),
  ...openAi('/responses/input_tokens', responsesCount),
  ...openAi('/moderations', openAiModerations),
  ...openAi('/rerank', rerankDialect),
  // Paths of Cohere's newer clients.
  { method: 'POST', path: '/v2/rerank', family: openAiClients, dialectOf: () => rerankDialect },
  { method: 'POST', path: '/v2/embed', family: openAiClients, dialectOf: () => cohereEmbeddings },
  // Paths of Voyage's clients. Its ranking format has a path of its own, because others share the common
  // path.
  { method: 'POST', path: '/voyage/v1/rerank', family: openAiClients, dialectOf: () => voyageRerankDialect },
  { method: 'POST', path: '/voyage/v1/embeddings', family: openAiClients, dialectOf: () => openAiEmbeddings },
  ...openAi('/images/generations', openAiImages),
  ...openAi('/images/edits', openAiImageEdits),
  ...openAi('/images/variations', openAiImageVariations),
  ofRecraft('/images/generations', () => openAiImages),
  ofRecraft('/images/*', recraftToolOf),
  ofRecraft('/styles', recraftToolOf),
  ...openAi('/audio/speech', openAiSpeech),
  ...openAi('/audio/transcriptions', openAiTranscriptions),
  ...openAi('/audio/translations', openAiTranslations),
  {
    ...{ method: 'POST', path: '/openai/deployments/*', separator: '/', family: azureClients },
    dialectOf: ({ verb }) => azureVerbs.get(verb),
  },
];

/** A public address of something that a vendor keeps for whom calls. */
export interface ObjectEntrance {
  method: 'GET' | 'POST' | 'DELETE';
  /** With `:id`. */
  path: string;
  /** The path after the object. */
  below: string;
  family: ClientFamily;
  /** Dialect of the calls that create such objects. */
  dialect: Dialect;
}

export const objectEntrances: readonly ObjectEntrance[] = (
  [
    { method: 'GET', below: '' },
    { method: 'DELETE', below: '' },
    { method: 'POST', below: '/cancel' },
    { method: 'GET', below: '/input_items' },
  ] as const
).flatMap(({ method, below }) =>
  OPENAI_PREFIXES.map((version) => ({
    method,
    path: `${version}/responses/:id${below}`,
    below,
    family: openAiClients,
    dialect: openAiResponses,
  })),
);

/** A public address that opens a socket. */
export interface SocketEntrance {
  path: string;
  family: ClientFamily;
  dialect: RealtimeDialect;
}

const ofLiveApi = (version: string): string =>
  `/ws/google.ai.generativelanguage.${version}.GenerativeService.BidiGenerateContent`;

/** OpenAI's, those of Azure's clients, and Google's in all versions of its API. */
export const socketEntrances: readonly SocketEntrance[] = [
  ...['/v1/realtime', '/realtime', '/openai/realtime', '/openai/v1/realtime'].map((path) => ({
    ...{ path, family: realtimeClients, dialect: openAiRealtime },
  })),
  // Google's own package puts a slash too many before it.
  ...['', '/', '/gemini'].flatMap((prefix) =>
    ['v1beta', 'v1alpha', 'v1'].map((version) => ({
      ...{ path: prefix + ofLiveApi(version), family: geminiClients, dialect: geminiLive },
    })),
  ),
];

/** Addresses of what OpenAI keeps, and below which everything is passed on as it is. Source: OpenAI API reference. */
export const rawEntrances: readonly string[] = [
  ...['files', 'uploads', 'batches', 'fine_tuning', 'assistants', 'threads', 'vector_stores', 'containers'],
  ...['evals', 'conversations'],
].flatMap((name) => [`/v1/${name}`, `/v1/${name}/*`]);

/** Addresses that list models, and below which a single one is shown. */
export const modelLists: readonly string[] = [
  ...OPENAI_PREFIXES.map((version) => `${version}/models`),
  '/claude/v1/models',
  '/anthropic/v1/models',
  '/v1beta/models',
  '/gemini/v1beta/models',
  '/gemini/v1/models',
];

/** @param rest what stands in the place of an entrance's `*`; null where it has none */
export function readAddress(
  url: string,
  rest: string | null,
  { namePrefix = '', separator }: Pick<Entrance, 'namePrefix' | 'separator'> = {},
): CallAddress {
  const question = url.indexOf('?');
  const query = question === -1 ? '' : url.slice(question + 1);
  if (rest === null) return query === '' ? BARE_ADDRESS : { model: null, verb: null, query };
  const end = separator === '/' ? rest.search(azureVerb) : rest.lastIndexOf(':');
  if (end === -1) return { model: namePrefix + rest, verb: null, query };
  return { model: namePrefix + rest.slice(0, end), verb: rest.slice(end + 1), query };
}

const BARE_ADDRESS: CallAddress = { model: null, verb: null, query: '' };
