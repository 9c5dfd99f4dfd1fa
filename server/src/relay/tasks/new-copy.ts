import { createHash } from 'node:crypto';
import { type FileHandle, rm } from 'node:fs/promises';
import { resultTypeOf, TYPE_BYTES } from '../../platform/files/result-type.ts';
import type { UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import type { StoredFile } from './kept-task.ts';

export type Copy = Required<Pick<StoredFile, 'copy' | 'type' | 'bytes' | 'hash'>>;

const NO_RESULT = 'the vendor sent bytes that are no picture, video or sound';

/** A result that is too large to be copied, or that is no picture, video or sound. */
export class UncopiedResult extends Error {
  override readonly name = 'UncopiedResult';
}

/** A copy that is being written. */
export class NewCopy {
  readonly path: string;
  readonly #name: string;
  readonly #handle: FileHandle;
  readonly #hash = createHash('sha256');
  #start = Buffer.alloc(0);
  #bytes = 0;
  #isClosed = false;

  constructor(name: string, path: string, handle: FileHandle) {
    this.#name = name;
    this.path = path;
    this.#handle = handle;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(piece: Buffer): Promise<void> {
    // A first piece may be too short to show its type.
    if (this.#start.length < TYPE_BYTES) {
      this.#start = Buffer.concat([this.#start, piece.subarray(0, TYPE_BYTES)]);
      if (this.#start.length >= TYPE_BYTES && resultTypeOf(this.#start) === null)
        throw new UncopiedResult(NO_RESULT);
    }
    this.#bytes += piece.length;
    this.#hash.update(piece);
    await this.#handle.writeFile(piece);
  }

  async end(): Promise<Copy> {
    await this.#close();
    const type = resultTypeOf(this.#start);
    if (type === null) throw new UncopiedResult(this.#bytes === 0 ? 'the vendor sent nothing' : NO_RESULT);
    return { copy: this.#name, type, bytes: this.#bytes, hash: this.#hash.digest('hex') };
  }

  async drop(): Promise<void> {
    await this.#close();
    await rm(this.path, { force: true });
  }

  async #close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#handle.close();
  }
}

/** One piece is in memory at a time. */
export function writeAll(answer: UpstreamAnswer, file: NewCopy, maxBytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let writing = Promise.resolve();
    let hasFailed = false;
    const stop = (error: unknown): void => {
      if (hasFailed) return;
      hasFailed = true;
      reject(error);
      answer.cancel();
    };
    answer.consume({
      data(piece) {
        if (hasFailed) return;
        answer.pause();
        const bytes = Buffer.from(piece);
        writing = writing.then(async () => {
          if (file.bytes + bytes.length > maxBytes) throw new UncopiedResult('the result is too large');
          await file.write(bytes);
          answer.resume();
        });
        writing.catch(stop);
      },
      end: () => void writing.then(resolve, stop),
      fail: (error: UpstreamError) => stop(error),
    });
  });
}
