import { openAiErrors } from '../../dialects/openai/openai-errors.ts';
import { addOpenAiLimits } from '../limits/limit-headers.ts';
import type { ClientFamily } from './client-family.ts';
import { openAiModelList } from './openai-model-list.ts';

export const openAiClients: ClientFamily = {
  carriers: ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', '?key'],
  errors: openAiErrors,
  modelList: openAiModelList,
  addLimitHeaders: addOpenAiLimits,
};

/** Those that open a socket. */
export const realtimeClients: ClientFamily = {
  ...openAiClients,
  carriers: [...openAiClients.carriers, 'subprotocol'],
};

/** Azure's, which call a model by the name of its deployment. */
export const azureClients: ClientFamily = { ...openAiClients, namesModelInAddress: true };
