import { queryText } from './call.ts';

export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
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
