import type { IncomingMessage } from '../platform/http-messages.ts';
import { anthropicClients, isOfAnthropicClients } from './anthropic-clients.ts';
import type { ClientFamily } from './client-family.ts';
import { geminiClients, isOfGeminiClients } from './gemini-clients.ts';
import { openAiClients } from './openai-clients.ts';

/**
 * Whose clients call an address, also where it does not exist: by its path, and where vendors share it by its headers
 * and its query.
 */
export function familyOf(path: string, headers: IncomingMessage['headers'], query = ''): ClientFamily {
  if (isOfAnthropicClients(path, headers)) return anthropicClients;
  return isOfGeminiClients(path, headers, query) ? geminiClients : openAiClients;
}
