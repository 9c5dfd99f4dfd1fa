import { z } from 'zod';
import { call } from '../call.ts';

export const MIN_COMPARED_CHANNELS = 2;
export const MAX_COMPARED_CHANNELS = 4;

const comparedIds = z
  .string()
  .regex(/^\d{1,15}(?:,\d{1,15}){1,3}$/, 'channel.compared_ids')
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.length >= MIN_COMPARED_CHANNELS, 'channel.compared_ids')
  .describe('Numbers of two to four channels by comma');

const marks = (of: string) =>
  z
    .array(z.number().int())
    .describe(
      `One number for each channel, in the given order. Equal numbers stand for equal ${of}; 0: none; -1: unreadable`,
    );

export const secretComparison = z.object({ keys: marks('keys'), proxies: marks('proxies') });
export type SecretComparison = z.output<typeof secretComparison>;

export const channelComparisonCalls = {
  compare: call('GET /api/channel/compare', {
    access: 'admin',
    summary: 'Compare the secrets of channels without reading them: which are equal',
    query: z.object({ ids: comparedIds }),
    output: secretComparison,
  }),
};
