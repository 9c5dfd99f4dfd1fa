import { anthropicErrors } from '../../dialects/anthropic-messages/anthropic-errors.ts';
import type { IncomingMessage } from '../../platform/net/http-messages.ts';
import { addAnthropicLimits } from '../limits/limit-headers.ts';
import { anthropicModelList } from './anthropic-model-list.ts';
import type { ClientFamily } from './client-family.ts';

export const anthropicClients: ClientFamily = {
  carriers: ['x-api-key', 'authorization', 'api-key', 'x-goog-api-key', '?key'],
  errors: anthropicErrors,
  isOn: ({ isAnthropicOn }) => isAnthropicOn,
  modelList: anthropicModelList,
  addLimitHeaders: addAnthropicLimits,
  requestIdHeader: 'request-id',
};

const OWN_PATHS = /^\/(?:v1\/messages|claude|anthropic)(?:\/|$)/;
const SHARED_PATHS = /^\/v1\/models(?:\/|$)/;

/** Whether Anthropic's clients call an address; those of models they share with others, who send no such header. */
export const isOfAnthropicClients = (path: string, headers: IncomingMessage['headers']): boolean =>
  OWN_PATHS.test(path) || (SHARED_PATHS.test(path) && headers['anthropic-version'] !== undefined);
