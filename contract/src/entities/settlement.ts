import { z } from 'zod';
import { call, epochSeconds } from '../call.ts';
import { pageOf, pageQuery } from '../page.ts';
import { points, whole } from '../points.ts';

/** The charge of a finished call that the database refused for its content, kept until it is written by a retry. */
export const rejectedSettlementView = z.object({
  id: whole(),
  /** When it was refused. */
  created_time: epochSeconds(),
  user_id: whole(),
  token_id: whole(),
  /** Empty where the settlement cannot be read. */
  request_id: z.string(),
  username: z.string(),
  token_name: z.string(),
  model_name: z.string(),
  quota: points(),
  /** Error of the database. */
  reason: z.string(),
});
export type RejectedSettlementView = z.output<typeof rejectedSettlementView>;

export const settlementCalls = {
  listRejected: call('GET /api/settlement/rejected', {
    access: 'admin',
    summary:
      'Charges that the database refused, newest first; they are taken off balances until they are written',
    query: pageQuery([]).omit({ order: true, keyword: true }),
    output: pageOf(rejectedSettlementView),
  }),
  retry: call('POST /api/settlement/rejected/retry', {
    access: 'admin',
    summary: 'Write the refused charges again; what a balance no longer pays becomes shortfall',
    output: z.object({ written: z.number().int(), failed: z.number().int() }),
  }),
};
