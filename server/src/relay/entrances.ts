import { anthropicCount } from '../dialects/anthropic-messages/anthropic-count.ts';
import { anthropicMessages } from '../dialects/anthropic-messages/anthropic-messages.ts';
import type { CallAddress } from '../dialects/call-facts.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { gemini } from '../dialects/gemini/gemini.ts';
import { geminiBatchEmbeddings, geminiEmbeddings } from '../dialects/gemini/gemini-embeddings.ts';
import { openAiChat } from '../dialects/openai-chat/openai-chat.ts';
import { openAiCompletions } from '../dialects/openai-completions/openai-completions.ts';
import { openAiEmbeddings } from '../dialects/openai-embeddings/openai-embeddings.ts';
import { openAiResponses } from '../dialects/openai-responses/openai-responses.ts';
import { anthropicClients } from './anthropic-clients.ts';
import type { ClientFamily } from './client-family.ts';
import { geminiClients } from './gemini-clients.ts';
import { openAiClients } from './openai-clients.ts';

/** A public address that calls a model. */
export interface Entrance {
  method: 'POST';
  /** One that ends with `*` has the model and a verb there: `gemini-2.5-pro:countTokens`. */
  path: string;
  family: ClientFamily;
  /** @returns undefined where the address means nothing */
  dialectOf(address: CallAddress): Dialect | undefined;
}

/** Every path of OpenAI's API works with and without its version. */
const openAi = (path: string, dialect: Dialect): Entrance[] =>
  ['/v1', ''].map((version) => ({
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
  ['embedContent', geminiEmbeddings],
  ['batchEmbedContents', geminiBatchEmbeddings],
]);

/** Google's API in both of its versions. */
const ofGoogle = (prefix: string): Entrance[] =>
  ['/v1beta', '/v1'].map((version) => ({
    method: 'POST',
    path: `${prefix}${version}/models/*`,
    family: geminiClients,
    dialectOf: ({ verb }) => geminiVerbs.get(verb),
  }));

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
];

/** Addresses that list models, and below which a single one is shown. */
export const modelLists: readonly string[] = [
  '/v1/models',
  '/models',
  '/claude/v1/models',
  '/anthropic/v1/models',
  '/v1beta/models',
  '/gemini/v1beta/models',
  '/gemini/v1/models',
];

/** @param rest what stands in the place of an entrance's `*`; null where it has none */
export function readAddress(url: string, rest: string | null): CallAddress {
  const question = url.indexOf('?');
  const query = question === -1 ? '' : url.slice(question + 1);
  if (rest === null) return query === '' ? BARE_ADDRESS : { model: null, verb: null, query };
  const colon = rest.lastIndexOf(':');
  if (colon === -1) return { model: rest, verb: null, query };
  return { model: rest.slice(0, colon), verb: rest.slice(colon + 1), query };
}

const BARE_ADDRESS: CallAddress = { model: null, verb: null, query: '' };
