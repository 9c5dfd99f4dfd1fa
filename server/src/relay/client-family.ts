import type { ErrorFormat } from '../dialects/dialect.ts';
import { openAiErrors } from '../dialects/openai/openai-errors.ts';
import type { IncomingMessage } from '../platform/http-messages.ts';
import { geminiClients, isForGemini } from './gemini-clients.ts';
import type { ModelListFormat } from './listing/model-list-format.ts';
import { openAiModelList } from './listing/openai-model-list.ts';

/** Where a request may carry the key of its caller. */
export type KeyCarrier = 'authorization' | 'x-api-key' | 'api-key' | 'x-goog-api-key' | '?key';

/** What the clients of one vendor's APIs expect of every address. */
export interface ClientFamily {
  /** All carriers, in the order in which they are looked for: those that the vendor itself reads come first. */
  carriers: readonly KeyCarrier[];
  errors: ErrorFormat;
  modelList: ModelListFormat;
}

export const openAiClients: ClientFamily = {
  carriers: ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', '?key'],
  errors: openAiErrors,
  modelList: openAiModelList,
};

/** Whose clients call an address, also where it does not exist: by its path, and where vendors share it by its headers. */
export function familyOf(path: string, headers: IncomingMessage['headers'], query = ''): ClientFamily {
  return isForGemini(path, headers, query) ? geminiClients : openAiClients;
}
