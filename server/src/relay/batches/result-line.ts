import type { Dialect, NoticedCount } from '../../dialects/dialect.ts';
import { objectOf, parseObject } from '../../dialects/neutral/json-values.ts';
import { JsonScanError } from '../../platform/json/json-scan-error.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import type { LongLine } from './batch-lines.ts';

/** An answer in the result file of a batch. */
export interface ResultLine {
  /** Null if it has no body. */
  answer: {
    member(name: string): unknown;
    /** The whole body; of a long one, only the members that its dialect reads. */
    body(): Buffer;
    noticed?: NoticedCount;
    /** Bytes of its text, if the text is not kept. */
    textBytes: number | null;
  } | null;
  status: number;
}

/** @returns null if it is not a JSON object */
export function readShortLine(text: Buffer): ResultLine | null {
  const line = parseObject(text.toString('utf8'));
  if (line === null) return null;
  const response = objectOf(line.response);
  const body = objectOf(response?.body);
  const answer = body && {
    member: (name: string) => body[name],
    body: () => Buffer.from(JSON.stringify(body)),
    textBytes: null,
  };
  return { status: Number(response?.status_code), answer };
}

/** Limit for each member that is read, such as usage or status. */
const KEPT_BYTES = 16 * 1024;
const STATUS: ReadonlySet<string> = new Set(['status_code', 'body']);

/**
 * A line of any length, of which almost nothing is kept: the vectors of many texts take a hundred megabytes.
 */
export class LongResultLine implements LongLine {
  readonly #response = new JsonScanner({ members: STATUS, within: ['response'], keepBytes: KEPT_BYTES });
  readonly #body: JsonScanner;
  #isBroken = false;

  constructor({ answerMembers: { all, notices } }: Dialect) {
    this.#body = new JsonScanner({
      ...{ members: all, within: ['response', 'body'], keepBytes: KEPT_BYTES },
      ...(notices !== undefined && { notices }),
    });
  }

  feed(piece: Buffer): void {
    this.#try(() => {
      this.#response.feed(piece);
      this.#body.feed(piece);
    });
  }

  /** @returns null if it is not a JSON object */
  end(): ResultLine | null {
    this.#try(() => {
      this.#response.end();
      this.#body.end();
    });
    if (this.#isBroken) return null;
    const { noticed, textBytes } = this.#body;
    const answer = {
      member: (name: string) => valueIn(this.#body, name),
      body: () => NO_BYTES,
      noticed: (name: string) => noticed.get(name) ?? 0,
      textBytes,
    };
    return {
      status: Number(valueIn(this.#response, 'status_code')),
      answer: this.#response.found.has('body') ? answer : null,
    };
  }

  #try(read: () => void): void {
    if (this.#isBroken) return;
    try {
      read();
    } catch (error) {
      if (!(error instanceof JsonScanError)) throw error;
      this.#isBroken = true;
    }
  }
}

const NO_BYTES = Buffer.alloc(0);

function valueIn({ found }: JsonScanner, name: string): unknown {
  const bytes = found.get(name)?.bytes;
  return bytes ? JSON.parse(bytes.toString('utf8')) : undefined;
}
