import { z } from 'zod';
import { call, epochSeconds } from '../call.ts';
import { ledgerFault } from '../catalogues/ledger-kinds.ts';
import { whole } from '../points.ts';

/** The first thing that a check found wrong. */
export const ledgerDifference = z.object({
  /** Null where no account's entries or balance are wrong. */
  user_id: z.number().int().nullable(),
  /** Null where it is not about one entry. */
  entry_id: z.number().int().nullable(),
  code: z.enum(ledgerFault),
  /** The same in English, with the numbers. */
  what: z.string(),
});
export type LedgerDifference = z.output<typeof ledgerDifference>;

/** The result of a ledger check. */
export const ledgerCheck = z.object({
  /** When it began. */
  started_at: epochSeconds(),
  duration_ms: whole(),
  /** From the first entry of every account; otherwise from its last daily closing. */
  is_full: z.boolean(),
  /** Accounts and entries that were replayed, up to the first difference. */
  accounts: whole(),
  entries: whole(),
  /** Null where the ledger is right. */
  difference: ledgerDifference.nullable(),
  /** Why it could not be finished; empty where it was. */
  failure: z.string(),
});
export type LedgerCheckView = z.output<typeof ledgerCheck>;

export const ledgerCheckState = z.object({
  /** The one that runs now, with what it has replayed so far. */
  running: ledgerCheck.pick({ started_at: true, is_full: true, accounts: true, entries: true }).nullable(),
  /** The last one that ended. */
  last: ledgerCheck.nullable(),
  /** Time zone of the days that closings end (`TZ`). */
  time_zone: z.string(),
});
export type LedgerCheckState = z.output<typeof ledgerCheckState>;

export const ledgerCalls = {
  check: call('GET /api/ledger/check', {
    access: 'admin',
    summary: 'Result of the last ledger check, and whether one is running',
    output: ledgerCheckState,
  }),
  startCheck: call('POST /api/ledger/check', {
    access: 'admin',
    summary: 'Check the ledger now, unless a check runs; it goes on behind the answer',
    input: z.object({
      is_full: z
        .boolean()
        .optional()
        .describe('From the first entry of every account, not from its last daily closing'),
    }),
    output: ledgerCheckState,
  }),
};
