import { z } from 'zod';
import { batchIds, batchResult } from '../batch.ts';
import { call, epochSeconds, etag, idParam } from '../call.ts';
import { sum, whole } from '../points.ts';
import { callLimits } from './call-limits.ts';
import { channelStatus } from './channel.ts';
import { channelKeys, MAX_KEYS } from './channel-key-text.ts';

/** A key of a channel as shown; the key itself is write-only. */
export const channelKeyView = z.object({
  id: whole(),
  key_hint: z.string().describe('Its ends, to recognise it by'),
  status: z.union([
    z.literal(channelStatus.enabled),
    z.literal(channelStatus.disabled),
    z.literal(channelStatus.autoDisabled),
  ]),
  created_time: epochSeconds(),
  used_quota: sum(),
  calls: z.number().int().describe('Tries of calls with it, those that failed among them'),
  failed_calls: whole(),
  last_used_time: epochSeconds().describe('0: never'),
  last_error: z.string().describe('Code of the last failure; empty: none'),
  last_error_time: epochSeconds(),
  resting: z
    .array(z.object({ model: z.string(), until: epochSeconds() }))
    .describe('Models, as the upstream calls them, for which it is not used now after a failure'),
  ...callLimits,
  etag: etag(),
});
export type ChannelKeyView = z.output<typeof channelKeyView>;

const keyParams = idParam.extend({ key_id: idParam.shape.id });

const channelKeyStatus = z.union([z.literal(channelStatus.enabled), z.literal(channelStatus.disabled)]);

/** Absent means unchanged. */
export const channelKeyChange = z.object({ status: channelKeyStatus, ...callLimits }).partial();
export type ChannelKeyChange = z.output<typeof channelKeyChange>;

export const newChannelKeys = z.object({
  keys: channelKeys
    .refine((text) => text !== '', 'required')
    .describe(`One a line; a channel has at most ${MAX_KEYS}. Sealed and never answered`),
});

/** One thing done to many keys of a channel. */
export const channelKeyBatch = z.object({
  ids: batchIds,
  action: z.enum(['enable', 'disable', 'delete']),
});
export type ChannelKeyBatch = z.output<typeof channelKeyBatch>;

export const channelKeyCalls = {
  list: call('GET /api/channel/:id/keys', {
    access: 'admin',
    summary: 'List the keys of a channel, oldest first: state, use, failures and limits',
    params: idParam,
    output: z.array(channelKeyView),
  }),
  add: call('POST /api/channel/:id/keys', {
    access: 'admin',
    summary: 'Give a channel further keys; all or none. `If-Match` names the state of the channel',
    params: idParam,
    input: newChannelKeys,
    output: z.array(channelKeyView),
    ifMatch: true,
  }),
  update: call('PUT /api/channel/:id/keys/:key_id', {
    access: 'admin',
    summary: 'Enable or disable a key of a channel, or change its limits',
    params: keyParams,
    input: channelKeyChange,
    output: channelKeyView,
    ifMatch: true,
  }),
  remove: call('DELETE /api/channel/:id/keys/:key_id', {
    access: 'admin',
    summary: 'Delete a key of a channel',
    params: keyParams,
  }),
  batch: call('POST /api/channel/:id/keys/batch', {
    access: 'admin',
    summary: 'Enable, disable or delete many keys of a channel; says which are gone',
    params: idParam,
    input: channelKeyBatch,
    output: batchResult,
  }),
};
