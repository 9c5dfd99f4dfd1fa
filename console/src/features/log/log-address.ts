import { logFilterFields, ownFields, setFields } from '@turnpike/contract';
import { z } from 'zod';
import { timeRanges, toTimestamps } from '../../ui/filter/time-range.ts';
import { addressOf, noneOf, valuesOf } from '../../ui/list/list-fields.ts';
import { filterMoment, filterSwitch, filterText } from '../../ui/list/use-url-filter.ts';

// A time range stands for both times, and a user is named.
const { start_timestamp: _start, end_timestamp: _end, user_id: _id, ...fields } = logFilterFields;
const usersFields = ownFields(fields);
const USUAL_RANGE = '7d';

export const logFilter = z.object({
  ...addressOf(fields),
  size: z.coerce.number().int().min(1).max(100).catch(50).default(50),
  cursor: filterText(),
  range: z.enum(timeRanges).catch(USUAL_RANGE).default(USUAL_RANGE),
  /** Epoch seconds, for the range `custom`. */
  from: filterMoment(),
  to: filterMoment(),
  /** Request id of the call whose drawer is open. */
  open: filterText(),
  /** Renewed by itself, where its end is now. */
  live: filterSwitch(),
});
export type LogFilter = z.output<typeof logFilter>;

export const noFilter = {
  ...noneOf(fields),
  range: USUAL_RANGE,
  from: undefined,
  to: undefined,
} as const satisfies Partial<LogFilter>;

/** @param isAdmin users do not filter by the fields of administrators that an address may have */
export const isFiltered = (filter: LogFilter, isAdmin: boolean): boolean =>
  filter.range !== USUAL_RANGE || setFields(isAdmin ? fields : usersFields, filter).length > 0;

/** The parts of a filter that decide which rows there are. */
export const rowsKey = ({ range, from, to, ...filter }: LogFilter) => ({
  ...{ range, from, to },
  ...valuesOf(fields, filter),
});

/** Query for the rows of everybody, with a relative range as of now. */
export const everybodysQuery = (filter: LogFilter) => ({
  ...valuesOf(fields, filter),
  ...toTimestamps(filter.range, filter),
});

/** As `everybodysQuery`, for own rows. */
export const ownQuery = (filter: LogFilter) => ({
  ...valuesOf(usersFields, filter),
  ...toTimestamps(filter.range, filter),
});
