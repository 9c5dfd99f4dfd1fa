import type { CallAddress } from '../dialects/call-facts.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { openAiChat } from '../dialects/openai-chat/openai-chat.ts';
import { openAiEmbeddings } from '../dialects/openai-embeddings/openai-embeddings.ts';
import { openAiResponses } from '../dialects/openai-responses/openai-responses.ts';
import { type ClientFamily, openAiClients } from './client-family.ts';

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

/** Every public address that calls a model. */
export const entrances: readonly Entrance[] = [
  ...openAi('/chat/completions', openAiChat),
  ...openAi('/embeddings', openAiEmbeddings),
  ...openAi('/responses', openAiResponses),
];

/** Addresses that list models, and below which a single one is shown. */
export const modelLists: readonly string[] = ['/v1/models', '/models'];

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
