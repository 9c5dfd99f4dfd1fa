import { z } from 'zod';
import { queryNumber } from '../call.ts';
import { whole } from '../points.ts';
import { channelBalance } from './channel-balance.ts';

const askedBalance = z.object({ id: z.number().int(), name: z.string(), ...channelBalance });

/** The result per channel. A failed one does not affect the others. */
const partResult = <Done extends z.ZodType>(done: Done, total: string) =>
  z.object({
    done: z.array(done),
    failed: z.array(z.object({ id: z.number().int(), name: z.string(), code: z.string() })),
    total: z.number().int().describe(total),
    next: z.number().int().describe('`after` of the call that goes on; 0 where none is left'),
  });

/** Takes channels in parts, so that nothing goes on when nobody waits for it. */
export const partQuery = z.object({
  after: queryNumber().describe('Number of the last channel that was asked; 0 or absent begins'),
  limit: queryNumber(1000).describe('Channels to ask by this call; 0 or absent: all'),
});

export const balancesResult = partResult(askedBalance, 'Enabled channels whose upstream reports a balance');
export type BalancesResult = z.output<typeof balancesResult>;

export const testsResult = partResult(
  z.object({
    id: whole(),
    name: z.string(),
    time: z.number().describe('Seconds that the test took'),
  }),
  'Enabled channels',
);
export type TestsResult = z.output<typeof testsResult>;

export const channelTestBeside = z.object({
  /** Seconds that the test took. */
  time: z.number(),
});
