import type { Dialect } from '../../dialects/dialect.ts';
import { openAiModerations } from '../../dialects/openai/openai-moderations.ts';
import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { openAiCompletions } from '../../dialects/openai-completions/openai-completions.ts';
import { openAiEmbeddings } from '../../dialects/openai-embeddings/openai-embeddings.ts';
import { openAiResponses } from '../../dialects/openai-responses/openai-responses.ts';

/** APIs that batch lines may call: those whose answers report tokens. */
const dialects: ReadonlyMap<string, Dialect> = new Map([
  ['/v1/chat/completions', openAiChat],
  ['/v1/responses', openAiResponses],
  ['/v1/embeddings', openAiEmbeddings],
  ['/v1/completions', openAiCompletions],
  ['/v1/moderations', openAiModerations],
]);

/** @param path also without its version, as in Azure */
export const dialectAt = (path: string): Dialect | undefined =>
  dialects.get(path.startsWith('/v1/') ? path : `/v1${path}`);
