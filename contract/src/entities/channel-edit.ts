import { z } from 'zod';
import { batchIds, batchResult } from '../batch.ts';
import { call } from '../call.ts';
import { whole } from '../points.ts';
import { line } from '../text.ts';
import { channelInput, MAX_MODEL_NAME } from './channel.ts';

/** Not a list: a comma separates the models of a channel. */
export const modelDeletion = z.object({
  ids: batchIds,
  value: line()
    .min(1)
    .max(MAX_MODEL_NAME)
    .refine((name) => !name.includes(','), 'channel.one_model')
    .describe('Name of the model, as the channels list it'),
});

export const apiVersionChange = z.object({
  ids: batchIds,
  value: channelInput.shape.other.unwrap().min(1).describe("Version of the API, such as '2024-10-21'"),
});

const edited = z.object({
  data: whole().describe('Channels that were changed'),
  ...batchResult.shape,
});

export const channelEditCalls = {
  deleteModel: call('PUT /api/channel/batch/del_model', {
    access: 'admin',
    summary: 'Delete a model from many channels; one whose only model it is stays as it is',
    input: modelDeletion,
    beside: edited,
  }),
  setApiVersion: call('PUT /api/channel/batch/azure_api', {
    access: 'admin',
    summary: 'Replace the API version of many channels; those whose type has none stay as they are',
    input: apiVersionChange,
    beside: edited,
  }),
};
