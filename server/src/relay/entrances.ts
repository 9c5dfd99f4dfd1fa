import type { Dialect } from '../dialects/dialect.ts';
import { openAiChat } from '../dialects/openai-chat/openai-chat.ts';
import { openAiEmbeddings } from '../dialects/openai-embeddings/openai-embeddings.ts';

/** A public address that calls a model. */
export interface Entrance {
  method: 'POST';
  path: string;
  dialect: Dialect;
}

/** Every path of OpenAI's API works with and without its version. */
const openAi = (path: string, dialect: Dialect): Entrance[] =>
  ['/v1', ''].map((version) => ({ method: 'POST', path: version + path, dialect }));

/** Every public address that calls a model. */
export const entrances: readonly Entrance[] = [
  ...openAi('/chat/completions', openAiChat),
  ...openAi('/embeddings', openAiEmbeddings),
];

/** Lists of models stand beside them. */
export const modelLists: readonly string[] = ['/v1/models', '/models'];
