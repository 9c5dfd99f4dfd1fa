import { GatewayUnanswered, type StatementLine } from './payment-gateway.ts';

export const MAX_STATEMENT_LINES = 100_000;
/** Lines around those of payments: titles, totals, comments. */
const MAX_OTHER_LINES = 1000;
const MAX_LINE_LENGTH = 16_384;

/** @returns undefined for a line that is no payment or refund @throws GatewayUnanswered */
export type ReadLine = (line: string) => StatementLine | undefined;

/** Collects the lines of a statement whose text comes in pieces. */
export class StatementText {
  readonly lines: StatementLine[] = [];
  #rest = '';
  #others = 0;

  /** @throws GatewayUnanswered for more or longer lines than a statement has */
  push(text: string, readLine: ReadLine): void {
    const whole = this.#rest + text;
    let start = 0;
    for (let end = whole.indexOf('\n'); end >= 0; end = whole.indexOf('\n', start)) {
      this.#take(whole.slice(start, end), readLine);
      start = end + 1;
    }
    this.#rest = whole.slice(start);
    if (this.#rest.length > MAX_LINE_LENGTH) throw new GatewayUnanswered('The statement has no lines.');
  }

  /** Takes what stands behind the last line feed. */
  end(readLine: ReadLine): void {
    if (this.#rest !== '') this.#take(this.#rest, readLine);
    this.#rest = '';
  }

  #take(line: string, readLine: ReadLine): void {
    const read = readLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    if (read === undefined) this.#others += 1;
    else this.lines.push(read);
    if (this.lines.length > MAX_STATEMENT_LINES) throw tooManyLines();
    if (this.#others > MAX_OTHER_LINES)
      throw new GatewayUnanswered('The statement has too many other lines.');
  }
}

export const tooManyLines = (): GatewayUnanswered =>
  new GatewayUnanswered(`The statement has more than ${MAX_STATEMENT_LINES} lines.`);

/**
 * Places of columns by their titles; a title may go on behind the given beginning.
 * @throws GatewayUnanswered for a title that is missing
 */
export function columnsOf<const Name extends string>(
  titles: readonly string[],
  names: Readonly<Record<Name, string>>,
): Record<Name, number> {
  const places = Object.entries<string>(names).map(([name, beginning]) => {
    const place = titles.findIndex((title) => title.startsWith(beginning));
    if (place < 0) throw new GatewayUnanswered(`The statement has no column ${beginning}.`);
    return [name, place];
  });
  return Object.fromEntries(places);
}
