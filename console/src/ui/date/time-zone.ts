import { toTag } from '../../i18n/languages.ts';

/** IANA name of the reader's time zone; UTC where the browser does not know it, and keeps its clock. */
export function readerTimeZone(): string {
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return name === undefined || name === 'Etc/Unknown' ? 'UTC' : name;
}

/** The reader's time zone with its difference now, such as `Asia/Hong_Kong (UTC+8)`. */
export function readerTimeZoneText(language: string): string {
  const name = readerTimeZone();
  const format = new Intl.DateTimeFormat(toTag(language), { timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name === 'UTC' ? name : `${name} (${offset.replace('GMT', 'UTC')})`;
}
