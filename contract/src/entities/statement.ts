import { z } from 'zod';
import { call, epochSeconds, idParam, querySeconds } from '../call.ts';
import { ledgerKind, ledgerReferenceType } from '../catalogues/ledger-kinds.ts';
import { csvCall } from '../csv-call.ts';
import { cursorPageOf, cursorQuery } from '../page.ts';
import { signedPoints, sum, whole } from '../points.ts';
import { queryTimeZone } from '../time-zone.ts';

/** Filters of a statement. */
export const statementKind = [...ledgerKind, 'other'] as const;
export type StatementKind = (typeof statementKind)[number];

const person = z.object({ id: z.number().int(), username: z.string() });

/** One change of a balance. */
export const statementEntry = z.object({
  /** Number of the ledger's entry. */
  id: whole(),
  created_at: epochSeconds(),
  kind: z.enum(ledgerKind),
  delta: signedPoints(),
  before: signedPoints(),
  after: signedPoints(),
  /** Null where an earlier version did not keep it. */
  reference_type: z.enum(ledgerReferenceType).nullable(),
  reference: z.string(),
  /** Calls that a batch charged; null for what is no batch, and where an earlier version did not keep it. */
  calls: z.number().int().nullable(),
  by: z.enum(['system', 'administrator', 'owner']),
  /** Which administrator; null for the account's owner, and where an earlier version did not keep it. */
  actor: person.nullable(),
  note: z.string(),
});
export type StatementEntry = z.output<typeof statementEntry>;

/** The changes of a balance in a day, or in its part that a time range has. */
export const statementDay = z.object({
  /** As `YYYY-MM-DD`, in the time zone that was asked for. */
  day: z.string(),
  /** First and last second. */
  from: epochSeconds(),
  to: epochSeconds(),
  before: signedPoints(),
  after: signedPoints(),
  /** Points that calls took, zero or below. */
  consumption: whole(),
  /** Everything else together: gifts, top-ups, changes by hand. */
  other: whole(),
});
export type StatementDay = z.output<typeof statementDay>;

/** The changes of a balance in a time range. */
export const statementSum = z.object({
  before: signedPoints(),
  after: signedPoints(),
  /** By kind, in the order of the kinds; only those that occur. */
  kinds: z.array(z.object({ kind: z.enum(ledgerKind), points: z.number().int() })),
  /**
   * Cost of the calls per model, highest first. An empty name sums the remaining models. If the range cuts an hour, calls
   * outside of the range are excluded while the log has them. Otherwise the whole hour counts.
   * Null without a start, and where the range is longer than statistics may be.
   */
  models: z.array(z.object({ model: z.string(), points: sum() })).nullable(),
});
export type StatementSum = z.output<typeof statementSum>;

const statementFilter = {
  start_timestamp: querySeconds().describe('First second, since 1970; 0 or absent: from the beginning'),
  end_timestamp: querySeconds().describe('Last second, since 1970; 0 or absent: up to now'),
};
const entryFilter = {
  ...statementFilter,
  kind: z
    .preprocess((value) => (value === '' ? undefined : value), z.enum(statementKind).optional())
    .describe('Only changes of this kind; `other`: everything but calls'),
};
/** Refuses a range that ends before it starts: the difference of its balances would look like spending. */
const inOrder = <Shape extends z.ZodObject<typeof statementFilter>>(query: Shape): Shape =>
  query.refine(
    ({ start_timestamp, end_timestamp }) =>
      !start_timestamp || !end_timestamp || start_timestamp <= end_timestamp,
    { path: ['end_timestamp'], message: 'too_small' },
  );
const statementQuery = cursorQuery([]).omit({ order: true, page: true });
const columns = {
  id: 'number',
  created_at: 'time',
  kind: 'text',
  delta: 'number',
  before: 'number',
  after: 'number',
  reference_type: 'text',
  reference: 'text',
  calls: 'number',
  by: 'text',
  note: 'text',
} as const;

export const statementCalls = {
  listSelf: call('GET /api/user/statement', {
    access: 'user',
    summary: 'Every change of the own balance, newest first',
    query: inOrder(statementQuery.extend(entryFilter)),
    output: cursorPageOf(statementEntry),
  }),
  daysSelf: call('GET /api/user/statement/days', {
    access: 'user',
    summary: 'Changes of your balance per day, newest first; days without changes are left out',
    query: inOrder(statementQuery.extend({ ...statementFilter, time_zone: queryTimeZone() })),
    output: cursorPageOf(statementDay),
  }),
  sumSelf: call('GET /api/user/statement/sum', {
    access: 'user',
    summary: 'Changes of your balance in a time range: before, by kind, by model, after',
    query: inOrder(z.object(statementFilter)),
    output: statementSum,
  }),
  exportSelfCsv: csvCall('GET /api/user/statement/export', {
    access: 'user',
    summary: 'Changes of the own balance that a filter shows, newest first, as comma-separated values',
    query: inOrder(z.object(entryFilter)),
    columns,
  }),
  list: call('GET /api/user/:id/statement', {
    access: 'admin',
    summary: 'Every change of an account’s balance, newest first; also of a deleted account',
    params: idParam,
    query: inOrder(statementQuery.extend(entryFilter)),
    output: cursorPageOf(statementEntry),
  }),
  days: call('GET /api/user/:id/statement/days', {
    access: 'admin',
    summary: 'Changes of an account’s balance per day, newest first; days without changes are left out',
    params: idParam,
    query: inOrder(statementQuery.extend({ ...statementFilter, time_zone: queryTimeZone() })),
    output: cursorPageOf(statementDay),
  }),
  sum: call('GET /api/user/:id/statement/sum', {
    access: 'admin',
    summary: 'Changes of an account’s balance in a time range: before, by kind, by model, after',
    params: idParam,
    query: inOrder(z.object(statementFilter)),
    output: statementSum,
  }),
  exportCsv: csvCall('GET /api/user/:id/statement/export', {
    access: 'admin',
    summary: 'Changes of an account’s balance that a filter shows, newest first, as comma-separated values',
    params: idParam,
    query: inOrder(z.object(entryFilter)),
    columns: { ...columns, actor: 'text' },
  }),
};
