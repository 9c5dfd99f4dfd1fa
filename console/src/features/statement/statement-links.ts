import type { StatementKind } from '@turnpike/contract';
import type { TimeRange } from '../../ui/filter/time-range.ts';

/** Epoch seconds; an own range unless `range` names one. */
export interface LinkedRange {
  range?: TimeRange;
  from?: number | undefined;
  to?: number | undefined;
}

const searchOf = (values: Readonly<Record<string, string | number | undefined>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** The calls of an account in a time range, in the log. */
export function callsAddress({
  range = 'custom',
  from,
  to,
  username,
  model,
}: LinkedRange & {
  /** Undefined: the own calls. */
  username: string | undefined;
  model?: string;
}): string {
  return `/panel/log?${searchOf({ range, from, to, log_type: 2, username, model_name: model })}`;
}

/** The entries of a time range, in the same statement. */
export function entriesAddress({
  range = 'custom',
  from,
  to,
  userId,
  kind,
}: LinkedRange & { userId: number | undefined; kind?: StatementKind }): string {
  return `?${searchOf({ view: 'entries', range, from, to, kind, user: userId })}`;
}
