/**
 * Characters that make a spreadsheet compute a cell, in half and full width. They count at the start of a text and after a
 * separator of cells, such as `;` in most of Europe. Source: OWASP, CSV Injection, checked 2025-11.
 */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@＝＋－＠])/g;
/** Some spreadsheets drop these at the start and look at what follows. */
const DROPPED_AT_START = /^[\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * A text of strangers as a cell of comma-separated values: nothing in it computes on the reader's computer.
 * Source: RFC 4180.
 * @example csvCell('=1+1') // "'=1+1"
 */
export function csvCell(text: string): string {
  const harmless = text.replace(FORMULA, "$1'").replace(DROPPED_AT_START, "'$&");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
