import type { ErrorFormat } from '../dialects/dialect.ts';
import { openAiErrors } from '../dialects/openai/openai-errors.ts';
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
  /** Where their SDKs look for the id of a request, beside `x-request-id`; left out where that is the place. */
  requestIdHeader?: string;
}

export const openAiClients: ClientFamily = {
  carriers: ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', '?key'],
  errors: openAiErrors,
  modelList: openAiModelList,
};
