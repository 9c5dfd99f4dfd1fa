import { queryText } from './call.ts';

const EPOCH = '1970-01-01T00:00Z';

/** Whether days can be counted in a zone. `Intl` alone also knows names such as `PST`, which `Temporal` refuses. */
export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Some browsers have no `Temporal`; the server decides then.
    if (typeof Temporal !== 'undefined') Temporal.Instant.from(EPOCH).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
};

/** A query value that names a time zone: `Europe/Berlin`, also in lower case, or an offset such as `+08:00`. */
export const queryTimeZone = () =>
  queryText(64)
    .refine((name) => name === undefined || isTimeZone(name), 'field.unknown_time_zone')
    .describe('IANA name of the time zone whose days are counted, such as `Europe/Berlin`; UTC unless given');
