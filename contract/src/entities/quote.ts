import { z } from 'zod';
import { call } from '../call.ts';
import { points, whole } from '../points.ts';

/** Why a call may cost more than its quote says at most. */
export const unboundReason = ['no_output_limit', 'upstream_tools', 'kept_input', 'other_members'] as const;
export type UnboundReason = (typeof unboundReason)[number];

export const callQuote = z.object({
  /** As the call names it. */
  model: z.string(),
  /** The group that pays. */
  group: z.string(),
  most: points().describe('Points that it costs at most, as far as that can be known'),
  likely: points().describe('Points that it costs about, with an answer as long as such answers lately were'),
  is_bound: z
    .boolean()
    .describe('Whether it cannot cost more than `most`, if the upstream adds nothing of its own'),
  unbound_by: z.array(z.enum(unboundReason)),
  input_tokens: z.number().int().describe('Likely'),
  output_tokens: z.number().int().describe('Likely'),
  price_model: z
    .string()
    .describe('Name of the price that counts: that of the most expensive channel that may serve the call'),
  price_version: whole(),
  group_ratio: z.number(),
});
export type CallQuote = z.output<typeof callQuote>;

export const quoteCalls = {
  ask: call('POST /api/quote', {
    access: 'user',
    summary: 'Cost of a call before it is made; no provider is called and nothing is charged',
    input: z.object({
      token_id: z.number().int().min(1).describe('One of your keys: its group pays'),
      path: z
        .string()
        .max(300)
        .default('/v1/chat/completions')
        .describe('Address of the call; of Gemini the model stands in it'),
      body: z.looseObject({}).describe('Body of the call'),
    }),
    output: callQuote,
  }),
};
