import { csvCell, type GroupUsage } from '@turnpike/contract';

const members = [
  'Date',
  'Channel',
  'Id',
  'RequestCount',
  'Quota',
  'PromptTokens',
  'CompletionTokens',
  'RequestTime',
] as const satisfies readonly (keyof GroupUsage)[];

const toCell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : csvCell(value);

/** Data of the charts, one line per day and series; points and milliseconds as the server returns them. */
export function toUsageCsv(rows: readonly GroupUsage[], timeZone: string): string {
  const cellsOf = (row: GroupUsage) => [...members.map((member) => row[member]), timeZone];
  const lines = rows.map((row) => cellsOf(row).map(toCell).join(','));
  return `${[[...members, 'TimeZone'].join(','), ...lines].join('\r\n')}\r\n`;
}
