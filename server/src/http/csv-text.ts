import { type CsvColumns, type CsvKind, csvCell } from '@turnpike/contract';

/** Rows of a file, some at a time. */
export type CsvBatches = AsyncIterable<readonly Record<string, unknown>[]>;

/** Without it spreadsheets read UTF-8 as the language of their computer. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The text of a file: a head, then rows, as they come; never more than one batch in memory.
 * Source: RFC 4180.
 */
export async function* csvText(columns: CsvColumns, batches: CsvBatches): AsyncGenerator<string> {
  const entries = Object.entries(columns);
  yield `${BYTE_ORDER_MARK}${entries.map(([name]) => name).join(',')}\r\n`;
  for await (const rows of batches) {
    let text = '';
    for (const row of rows) {
      text += `${entries.map(([name, kind]) => cellText(row[name], kind)).join(',')}\r\n`;
    }
    if (text !== '') yield text;
  }
}

function cellText(value: unknown, kind: CsvKind): string {
  if (kind === 'time') return value ? new Date(Number(value) * 1000).toISOString() : '';
  if (value === null) return '';
  if (kind === 'number') return String(Number(value));
  return csvCell(String(value ?? ''));
}
