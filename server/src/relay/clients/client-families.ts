import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import { anthropicClients, isOfAnthropicClients } from './anthropic-clients.ts';
import type { ClientFamily } from './client-family.ts';
import { geminiClients, isOfGeminiClients } from './gemini-clients.ts';
import { openAiClients } from './openai-clients.ts';
import { taskClientsOf } from './task-clients.ts';

/** The clients that call an address which does not exist: also by headers that only theirs send. */
export function familyOfUnknown(path: string, headers: IncomingMessage['headers']): ClientFamily {
  const family = familyOf(path, headers);
  if (family !== openAiClients) return family;
  if (headers['anthropic-version'] !== undefined) return anthropicClients;
  return headers['x-goog-api-key'] === undefined ? openAiClients : geminiClients;
}

/**
 * The clients that call an address: by its path, and where vendors share it by its headers and its query.
 */
export function familyOf(path: string, headers: IncomingMessage['headers'], query = ''): ClientFamily {
  const ofTasks = taskClientsOf(path);
  if (ofTasks !== undefined) return ofTasks;
  if (isOfAnthropicClients(path, headers)) return anthropicClients;
  return isOfGeminiClients(path, headers, query) ? geminiClients : openAiClients;
}
