import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
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

/** Results that the gateway keeps in a folder of its own. */
export class TaskCopies {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps the bytes that an answer had in itself. @throws if the disk is full */
  async keepBytes(taskId: string, base64: string): Promise<Pick<StoredFile, 'copy' | 'type'>> {
    const bytes = Buffer.from(base64, 'base64');
    const type = resultTypeOf(bytes);
    if (type === null) throw new Error('the vendor sent bytes that are no picture, video or sound');
    const copy = `${taskId}-${randomText(8)}`;
    await mkdir(this.#folder, { recursive: true });
    await writeFile(join(this.#folder, copy), bytes, { mode: 0o600 });
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
