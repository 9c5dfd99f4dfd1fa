import type { CallAddress, Dialect, ErrorFormat } from '../dialects/dialect.ts';
import { openAiErrors } from '../dialects/openai/openai-errors.ts';
import { openAiChat } from '../dialects/openai-chat/openai-chat.ts';
import { openAiEmbeddings } from '../dialects/openai-embeddings/openai-embeddings.ts';

/** Where a request may carry the key of its caller. */
export type KeyCarrier = 'authorization' | 'x-api-key' | 'api-key' | 'x-goog-api-key' | '?key';

/** What the clients of one vendor have in common. */
export interface ClientFamily {
  /** In the order in which they are looked for: one that the vendor itself reads comes first. */
  carriers: readonly KeyCarrier[];
  errors: ErrorFormat;
}

/** A public address that calls a model. */
export interface Entrance {
  method: 'POST';
  path: string;
  dialect: Dialect;
  family: ClientFamily;
}

const openAiClients: ClientFamily = {
  carriers: ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', '?key'],
  errors: openAiErrors,
};

/** Every path of OpenAI's API works with and without its version. */
const openAi = (path: string, dialect: Dialect): Entrance[] =>
  ['/v1', ''].map((version) => ({ method: 'POST', path: version + path, dialect, family: openAiClients }));

/** Every public address that calls a model. */
export const entrances: readonly Entrance[] = [
  ...openAi('/chat/completions', openAiChat),
  ...openAi('/embeddings', openAiEmbeddings),
];

/** Addresses that list models, and below which a single one is shown. */
export const modelLists: readonly { path: string; family: ClientFamily }[] = [
  { path: '/v1/models', family: openAiClients },
  { path: '/models', family: openAiClients },
];

/** Whose clients call an address, also where it does not exist. */
export const familyOf = (_path: string): ClientFamily => openAiClients;

/** @param rest what stands behind the path of an entrance that ends with `*`: `gemini-2.5-pro:countTokens` */
export function readAddress(url: string, rest: string | null): CallAddress {
  const question = url.indexOf('?');
  const query = question === -1 ? '' : url.slice(question + 1);
  if (rest === null) return query === '' ? BARE_ADDRESS : { model: null, verb: null, query };
  const colon = rest.lastIndexOf(':');
  if (colon === -1) return { model: rest, verb: null, query };
  return { model: rest.slice(0, colon), verb: rest.slice(colon + 1), query };
}

const BARE_ADDRESS: CallAddress = { model: null, verb: null, query: '' };
