import { z } from 'zod';

const NONE = '0: no limit';

/** Limits of calls that a user, a key, a channel or a group may have. */
export const callLimits = {
  requests_per_minute: z.number().int().min(0).max(1_000_000).describe(`Relayed calls a minute; ${NONE}`),
  tokens_per_minute: z
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .describe(`Input and output tokens a minute; ${NONE}`),
  parallel_calls: z.number().int().min(0).max(100_000).describe(`Calls at the same time; ${NONE}`),
};
