import { geminiErrors } from '../../dialects/gemini/gemini-errors.ts';
import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import { addOpenAiLimits } from '../limits/limit-headers.ts';
import type { ClientFamily } from './client-family.ts';
import { geminiModelList } from './gemini-model-list.ts';

/** Source: Gemini API reference, "Authentication"; docs/reference/compatibility.md, "Relay". */
export const geminiClients: ClientFamily = {
  carriers: ['x-goog-api-key', '?key', 'authorization', 'x-api-key', 'api-key'],
  errors: geminiErrors,
  isOn: ({ isGoogleOn }) => isGoogleOn,
  modelList: geminiModelList,
  addLimitHeaders: addOpenAiLimits,
};

const OWN_PATHS = /^\/(?:v1beta|gemini|upload\/v1beta|v1\/cachedContents)(?:\/|$)/;
/** Google's calls are verbs of a model, also in the version whose paths other vendors share. */
const CALL = /^(?:\/v1)?\/(?:models|tunedModels)\/.*:[A-Za-z]+\/?$/;
const SHARED_PATHS = /^\/v1\/models(?:\/|$)/;

/** Whether an address is one of Google's, or shared and asked as Google's clients ask. */
export function isOfGeminiClients(path: string, headers: IncomingMessage['headers'], query: string): boolean {
  if (OWN_PATHS.test(path) || CALL.test(path)) return true;
  if (!SHARED_PATHS.test(path)) return false;
  return headers['x-goog-api-key'] !== undefined || new URLSearchParams(query).has('key');
}
