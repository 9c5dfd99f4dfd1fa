import type { IncomingMessage } from '../platform/http-messages.ts';
import { anthropicClients, isOfAnthropicClients } from './anthropic-clients.ts';
import { type ClientFamily, openAiClients } from './client-family.ts';

/** Whose clients call an address, also where it does not exist: by its path, and where vendors share it by its headers. */
export const familyOf = (path: string, headers: IncomingMessage['headers']): ClientFamily =>
  isOfAnthropicClients(path, headers) ? anthropicClients : openAiClients;
