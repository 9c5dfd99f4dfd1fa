import { z } from 'zod';
import { call, epochSeconds, queryText } from '../call.ts';
import { points, whole } from '../points.ts';
import { groupStrategies } from './user-group.ts';

/** State of a channel by its real calls of the last 15 minutes. */
export const channelStates = ['healthy', 'failing', 'resting', 'off'] as const;
export type ChannelState = (typeof channelStates)[number];

const milliseconds = () => z.number().int().nullable();

const since = epochSeconds().describe('First failure; 15 minutes without one begin anew');

export const channelHealthView = z.object({
  id: whole(),
  state: z
    .enum(channelStates)
    .describe(
      'off: turned off, or all its keys are; resting: not called now after failures; failing: a fifth of its calls failed, or more',
    ),
  calls: whole().describe('In the last 15 minutes, as all figures without a time'),
  failures: whole().describe('Those that were not the callers’ fault'),
  in_flight: whole(),
  first_byte_ms: milliseconds().describe('Mean time to the first byte of an answer; null without an answer'),
  duration_ms: milliseconds().describe('Mean time to the end of an answer'),
  last_error: z
    .object({ code: z.string(), message: z.string(), model: z.string(), time: z.number().int(), since })
    .nullable()
    .describe('The last failure since the start of the process'),
  rests: z.array(
    z.object({
      key_id: z.number().int().nullable().describe('null: all keys'),
      model: z.string().describe('As the upstream calls it'),
      code: z.string().describe('Code of the failure'),
      seconds: whole().describe('Seconds that are left'),
    }),
  ),
  hours: z
    .array(z.object({ hour: z.number().int(), calls: whole(), failures: whole() }))
    .describe('The last 24 hours that had calls, oldest first; a minute may be missing'),
});
export type ChannelHealthView = z.output<typeof channelHealthView>;

/** Reasons for which a channel is not taken. */
export const dropReasons = [
  'other_api',
  'only_chat',
  'no_stream',
  'refuses',
  'tried',
  'at_limit',
  'budget_spent',
  'resting',
  'too_long',
  'lower_priority',
  'loses',
  'not_preferred',
  'not_chosen',
] as const;
export type DropReason = (typeof dropReasons)[number];

/** Reasons for which a channel that lists the model is no candidate. */
export const absenceReasons = ['disabled', 'auto_disabled', 'no_key', 'other_group', 'no_price'] as const;
export type AbsenceReason = (typeof absenceReasons)[number];

export const explainedCandidate = z.object({
  channel_id: whole(),
  channel_name: z.string(),
  key_id: whole(),
  priority: whole(),
  weight: whole(),
  upstream_model: z.string(),
  dialect: z.string().describe('API that its upstream is called by; empty if it has none for the call'),
  is_native: z.boolean().describe('The request passes as it came'),
  reason: z.enum(dropReasons).nullable().describe('null for the chosen one'),
  seconds: whole().nullable().describe('Seconds of rest or until its limits allow the call'),
  lost: z.string().describe('Fields that it would lose, as in `x-turnpike-conversion`'),
  error: z.string().describe('Code of the refusal to write the request for it'),
  score: z.number().nullable().describe('Figure of the strategy; the lowest is taken. null: by weight'),
  most: points().describe('Points that the call costs there at most'),
  cost_ratio: z.number().nullable().describe('Share of the list price that the channel costs'),
  calls: whole(),
  failures: whole(),
  in_flight: whole(),
  first_byte_ms: milliseconds(),
});
export type ExplainedCandidate = z.output<typeof explainedCandidate>;

export const explanation = z.object({
  model: z.string(),
  group: z.string().describe('The group that pays'),
  strategy: z.enum(groupStrategies),
  hedge_seconds: z
    .number()
    .describe('The group asks a second channel for silent streams after this; 0: never'),
  preferred_channel_id: whole().nullable().describe('Channel that the conversation was on'),
  chosen: z.object({ channel_id: whole(), key_id: whole() }).nullable(),
  error: z.string().describe('Code of the error if no channel can serve the call; else empty'),
  candidates: z.array(explainedCandidate).describe('In the order of priority; at most 200'),
  candidate_count: whole(),
  absent: z
    .array(z.object({ channel_id: whole(), channel_name: z.string(), reason: z.enum(absenceReasons) }))
    .describe('Other channels that list the model; at most 200'),
});
export type Explanation = z.output<typeof explanation>;

export const channelHealthCalls = {
  health: call('GET /api/channel/health', {
    access: 'admin',
    summary: 'Health of channels by their real calls',
    query: z.object({
      ids: queryText(1000).describe(
        'Numbers of at most 100 channels, by comma; without them the channels that fail or rest, failing ones first',
      ),
    }),
    output: z.array(channelHealthView),
  }),
  explain: call('POST /api/channel/explain', {
    access: 'admin',
    summary: 'Which channel a call would take, and why; no provider is called and nothing is charged',
    input: z.object({
      token_id: z.number().int().min(1).describe('The key of any user'),
      path: z
        .string()
        .max(300)
        .default('/v1/chat/completions')
        .describe('Address of the call; of Gemini the model stands in it'),
      body: z.looseObject({}).describe('Body of the call'),
      strict: z.boolean().default(false).describe('As with the header `x-turnpike-strict`'),
    }),
    output: explanation,
  }),
};
