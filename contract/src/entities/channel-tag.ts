import { z } from 'zod';
import { call } from '../call.ts';
import { whole } from '../points.ts';
import { channelChange, channelInput, channelTag, channelView, tagParam } from './channel.ts';
import { MAX_NEW_CHANNELS } from './channel-key-text.ts';

const count = () => z.number().int().describe('Channels that it concerned');

/** Common settings of a tag's channels, taken from the oldest of them. */
export const channelTagView = channelView
  .omit({
    key_hint: true,
    key_count: true,
    enabled_key_count: true,
    status: true,
    weight: true,
    priority: true,
    created_time: true,
    test_time: true,
    response_time: true,
    test_error: true,
    balance: true,
    balance_currency: true,
    balance_updated_time: true,
    models_added: true,
    models_missing: true,
    models_checked_time: true,
    used_quota: true,
    estimated_calls: true,
    flagged_calls: true,
  })
  .extend({
    total: z.number().int().describe('Channels of the tag'),
    enabled: whole(),
    differs: z.array(z.string()).describe('Members that not all of its channels have alike'),
  });
export type ChannelTagView = z.output<typeof channelTagView>;

/** Given members are written to every channel of the tag, even if empty or off. Absent members stay unchanged. */
export const channelTagChange = channelChange
  .omit({ id: true, type: true, status: true, weight: true, priority: true })
  .extend({
    tag: channelTag.min(1).optional().describe('Another name of the tag'),
    name: channelInput.shape.name
      .optional()
      .describe("Prefix of new channels' names; by default that of the oldest"),
    key: channelInput.shape.key
      .optional()
      .describe(
        `Keys of new channels, one a line, at most ${MAX_NEW_CHANNELS}; they are like the oldest one, named with a number behind`,
      ),
    base_url: channelChange.shape.base_url.describe(
      'Refused where it would send a stored key to another address',
    ),
  });
export type ChannelTagChange = z.output<typeof channelTagChange>;

export const channelTagCalls = {
  get: call('GET /api/channel_tag/:tag', {
    access: 'admin',
    summary: 'Read what the channels of a tag have in common',
    params: tagParam,
    output: channelTagView,
  }),
  update: call('PUT /api/channel_tag/:tag', {
    access: 'admin',
    summary: 'Change every channel of a tag, and add some; all or none',
    params: tagParam,
    input: channelTagChange,
    output: channelTagView,
    ifMatch: true,
  }),
  remove: call('DELETE /api/channel_tag/:tag', {
    access: 'admin',
    summary: 'Delete every channel of a tag',
    params: tagParam,
    output: count(),
  }),
  removeDisabled: call('DELETE /api/channel_tag/:tag/disabled', {
    access: 'admin',
    summary: 'Delete the channels of a tag that are disabled',
    params: tagParam,
    output: count(),
  }),
  setPriority: call('PUT /api/channel_tag/:tag/priority', {
    access: 'admin',
    summary: 'Give every channel of a tag the same priority',
    params: tagParam,
    input: z.object({
      type: z.literal('priority').default('priority'),
      value: channelInput.shape.priority.unwrap(),
    }),
    output: count(),
  }),
  setStatus: call('PUT /api/channel_tag/:tag/status/:status', {
    access: 'admin',
    summary: 'Enable or disable every channel of a tag',
    params: tagParam.extend({ status: z.enum(['enable', 'disable']).describe('The new status') }),
    output: count(),
  }),
};
