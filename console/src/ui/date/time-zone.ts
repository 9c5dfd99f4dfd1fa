import { toTag } from '../../i18n/languages.ts';

/** The reader's time zone with its difference now, such as `Asia/Hong_Kong · GMT+8`. */
export function readerTimeZone(language: string): string {
  const format = new Intl.DateTimeFormat(toTag(language), { timeZoneName: 'shortOffset' });
  const name = format.resolvedOptions().timeZone;
  const offset = format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name === 'UTC' ? name : `${name} · ${offset}`;
}
