import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { resultTypeOf } from '../../platform/files/result-type.ts';
import { randomText } from '../../platform/secrets/random-ids.ts';
import type { StoredFile } from './kept-task.ts';

/** A part of a copy; `end` is the byte behind it. */
export interface OpenedCopy {
  body: Readable;
  start: number;
  end: number;
  size: number;
}

/** Multiples of four characters. */
const HEAD_BYTES = 64;
const PIECE_BYTES = 2 ** 18;

const decoded = (base64: Buffer, start: number, end: number): Buffer =>
  Buffer.from(base64.toString('latin1', start, end), 'base64');

/** Line breaks would move the pieces. */
const withoutBreaks = (base64: Buffer): Buffer =>
  base64.includes('\n') ? Buffer.from(base64.toString('latin1').replace(/\s+/g, ''), 'latin1') : base64;

function* piecesOf(base64: Buffer): Generator<Buffer> {
  for (let at = 0; at < base64.length; at += PIECE_BYTES) yield decoded(base64, at, at + PIECE_BYTES);
}

/** Results that the gateway keeps in a folder of its own. */
export class TaskCopies {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Keeps the bytes that an answer had in itself.
   * @param given base64, decoded in pieces: a video has tens of megabytes
   * @throws if the disk is full
   */
  async keepBytes(taskId: string, given: Buffer): Promise<Pick<StoredFile, 'copy' | 'type'>> {
    const base64 = withoutBreaks(given);
    const type = resultTypeOf(decoded(base64, 0, HEAD_BYTES));
    if (type === null) throw new Error('the vendor sent bytes that are no picture, video or sound');
    const copy = `${taskId}-${randomText(8)}`;
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, copy);
    await pipeline(Readable.from(piecesOf(base64)), createWriteStream(path, { mode: 0o600 })).catch(
      async (error: unknown) => {
        await rm(path, { force: true });
        throw error;
      },
    );
    return { copy, type };
  }

  /**
   * @param range as the reader asks for it; null: all
   * @returns null if there is no such copy, or no such range
   */
  async open(copy: string, range: string | null): Promise<OpenedCopy | null> {
    const path = this.#pathOf(copy);
    const found = path === null ? null : await stat(path).catch(() => null);
    if (path === null || found === null) return null;
    const { size } = found;
    const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? 'bytes=0-') ?? [];
    const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
    const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1);
    if (start >= end) return null;
    const file = await open(path).catch(() => null);
    if (file === null) return null;
    return { body: createReadStream(path, { fd: file, start, end: end - 1 }), start, end, size };
  }

  async remove(copies: readonly string[]): Promise<void> {
    for (const copy of copies) {
      const path = this.#pathOf(copy);
      if (path !== null) await rm(path, { force: true });
    }
  }

  #pathOf(copy: string): string | null {
    return /^[\w-]{1,100}$/.test(copy) ? join(this.#folder, copy) : null;
  }
}
