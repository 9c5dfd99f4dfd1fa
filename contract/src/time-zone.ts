import { queryText } from './call.ts';

/** The part of `Temporal` that is used. Some browsers have none; the server decides then. */
interface Zones {
  Instant: { from(time: string): { toZonedDateTimeISO(zone: string): unknown } };
}
const temporal: Zones | undefined = Reflect.get(globalThis, 'Temporal');
const EPOCH = '1970-01-01T00:00Z';

/** Whether days can be counted in a zone. `Intl` alone also knows names such as `PST`, which `Temporal` refuses. */
export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    temporal?.Instant.from(EPOCH).toZonedDateTimeISO(name);
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
