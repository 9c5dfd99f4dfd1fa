import { readFileSync } from 'node:fs';
import type { DialectName } from '../../src/dialects/call-facts.ts';
import type { HeardAnswer } from './heard-answer.ts';

/**
 * `recorded`: a vendor's server sent it; `documented`: the vendor, or a report about it, shows it; `shape`: it is another
 * vendor's, in the same dialect.
 */
type Origin = 'recorded' | 'documented' | 'shape';

interface Sent {
  origin: Origin;
  status: number;
  contentType: string;
  /** As the vendor's server sends it. */
  body: string;
}

/** An answer of a vendor and what a caller understands of it. */
export interface ProviderAnswer extends Sent, Omit<HeardAnswer, 'usage'> {
  usage: [input: number, output: number];
  /** Tokens of the log row: what stands next to a side's own number belongs to it. */
  counted: [input: number, output: number];
}

/** An error of a vendor and its code in the catalogue. */
export interface ProviderError extends Sent {
  means: string;
}

interface Row {
  file: string;
  origin: Origin;
  status: number;
  content_type: string;
}

interface AnswerRow extends Row, Omit<HeardAnswer, 'usage'> {
  usage: [number, number];
  counted?: [number, number];
}

interface Rows {
  whole?: AnswerRow;
  stream?: AnswerRow;
  error?: Row & { means: string };
}

type RowsOfDialects = Partial<Record<DialectName, Rows>>;

const ROOT = new URL('../recordings/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

const { shapes, providers } = JSON.parse(read('providers/index.json')) as {
  shapes: RowsOfDialects;
  providers: Record<string, RowsOfDialects>;
};

/** Streams of other folders hold what their events say, one a line. */
const bodyOf = ({ file }: Row): string =>
  file.endsWith('.chunks.txt')
    ? read(file)
        .trim()
        .split('\n')
        .map((data) => `data: ${data}\n\n`)
        .join('')
    : read(file);

const sentOf = (row: Row): Sent => ({
  origin: row.origin,
  status: row.status,
  contentType: row.content_type,
  body: bodyOf(row),
});

/** The recorded answer of a provider in a dialect, or else that of the dialect. */
export function answerOf(provider: string, dialect: DialectName, kind: 'whole' | 'stream'): ProviderAnswer {
  const own = providers[provider]?.[dialect]?.[kind];
  const row = own ?? shapes[dialect]?.[kind];
  if (row === undefined) throw new Error(`no answer in ${dialect}, ${kind}`);
  const { text, calls, usage, counted = usage } = row;
  return { ...sentOf(row), ...(own === undefined && { origin: 'shape' }), text, calls, usage, counted };
}

/** A provider's own error; null where none is known. */
export function errorOf(provider: string): ProviderError | null {
  const row = Object.values(providers[provider] ?? {}).find(({ error }) => error)?.error;
  return row === undefined ? null : { ...sentOf(row), means: row.means };
}
