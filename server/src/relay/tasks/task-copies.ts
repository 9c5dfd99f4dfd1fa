import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { TaskStorageName } from '@turnpike/contract';
import type { Clock } from '../../platform/clock.ts';
import { resultTypeOf } from '../../platform/files/result-type.ts';
import type { BreakOff } from '../../platform/net/break-off.ts';
import type { UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import type { UpstreamClient } from '../../platform/net/upstream-client.ts';
import { randomText } from '../../platform/secrets/random-ids.ts';
import type { StoredFile } from './kept-task.ts';
import { type BucketSettings, S3Bucket } from './s3-bucket.ts';

/** Where copies of results go. */
export interface StorageSettings {
  place: TaskStorageName;
  days: number;
  maxBytes: number;
  bucket: BucketSettings;
}

/** A part of a copy; `end` is the byte behind it. */
export interface OpenedCopy {
  body: Readable;
  start: number;
  end: number;
  size: number;
}

type Copy = Required<Pick<StoredFile, 'copy' | 'type' | 'bytes' | 'hash'>>;

/** Begins the name of a copy in the bucket. */
const IN_BUCKET = 's3/';
/** A multiple of four characters. */
const PIECE_BYTES = 2 ** 18;

/** A result that is too large to be copied, or that is no picture, video or sound. */
export class UncopiedResult extends Error {
  override readonly name = 'UncopiedResult';
}

/** Line breaks would move the pieces. */
const withoutBreaks = (base64: Buffer): Buffer =>
  base64.includes('\n') ? Buffer.from(base64.toString('latin1').replace(/\s+/g, ''), 'latin1') : base64;

function* piecesOf(base64: Buffer): Generator<Buffer> {
  for (let at = 0; at < base64.length; at += PIECE_BYTES)
    yield Buffer.from(base64.toString('latin1', at, at + PIECE_BYTES), 'base64');
}

/** Copies of results, in a folder of the gateway or in a bucket. */
export class TaskCopies {
  readonly #folder: string;
  readonly #settings: () => StorageSettings;
  readonly #needs: { upstreams: UpstreamClient; clock: Pick<Clock, 'nowSeconds'> };

  constructor(needs: {
    folder: string;
    settings: () => StorageSettings;
    upstreams: UpstreamClient;
    clock: Pick<Clock, 'nowSeconds'>;
  }) {
    this.#folder = needs.folder;
    this.#settings = needs.settings;
    this.#needs = needs;
  }

  get settings(): StorageSettings {
    return this.#settings();
  }

  /**
   * Keeps the bytes that an answer had in itself.
   * @param base64 decoded in pieces: a video has tens of megabytes
   * @throws UncopiedResult; an error of the disk
   */
  async keepBytes(taskId: string, base64: Buffer): Promise<Copy> {
    const file = await this.#create(taskId);
    try {
      for (const piece of piecesOf(withoutBreaks(base64))) await file.write(piece);
      return await file.end();
    } catch (error) {
      await file.drop();
      throw error;
    }
  }

  /**
   * Copies a result from its vendor, at the pace of the disk.
   * @throws UncopiedResult; UpstreamError if the answer is cut; an error of the disk or of the bucket
   */
  async copy(taskId: string, answer: UpstreamAnswer): Promise<Copy> {
    const { place, maxBytes } = this.settings;
    const file = await this.#create(taskId);
    try {
      await writeAll(answer, file, maxBytes);
      const kept = await file.end();
      if (place !== 's3') return kept;
      await this.#bucket.put(kept.copy, { path: file.path, ...kept });
      await file.drop();
      return { ...kept, copy: IN_BUCKET + kept.copy };
    } catch (error) {
      await file.drop();
      throw error;
    }
  }

  /**
   * @param range as the reader asks for it; null: all
   * @returns null if there is no such copy, or no such range
   */
  async open(
    copy: string,
    { range, breakOff }: { range: string | null; breakOff: BreakOff },
  ): Promise<OpenedCopy | UpstreamAnswer | null> {
    if (copy.startsWith(IN_BUCKET))
      return this.#bucket.get(copy.slice(IN_BUCKET.length), { range, breakOff });
    const path = this.#pathOf(copy);
    const found = path === null ? null : await stat(path).catch(() => null);
    if (path === null || found === null) return null;
    const { size } = found;
    const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? 'bytes=0-') ?? [];
    const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
    const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1);
    if (start >= end) return null;
    return { body: createReadStream(path, { start, end: end - 1 }), start, end, size };
  }

  /** @throws if the bucket does not answer */
  async remove(copies: readonly string[]): Promise<void> {
    for (const copy of copies) {
      const path = this.#pathOf(copy);
      if (copy.startsWith(IN_BUCKET)) await this.#bucket.remove(copy.slice(IN_BUCKET.length));
      else if (path !== null) await rm(path, { force: true });
    }
  }

  /** Names of the copies in the folder that nothing was written to for so long. */
  async *oldNames(seconds: number): AsyncGenerator<string> {
    const before = (this.#needs.clock.nowSeconds() - seconds) * 1000;
    const folder = await opendir(this.#folder).catch(() => null);
    if (folder === null) return;
    for await (const { name } of folder) {
      const path = this.#pathOf(name);
      const found = path === null ? null : await stat(path).catch(() => null);
      if (found?.isFile() && found.mtimeMs < before) yield name;
    }
  }

  get #bucket(): S3Bucket {
    return new S3Bucket(this.settings.bucket, this.#needs);
  }

  async #create(taskId: string): Promise<NewCopy> {
    await mkdir(this.#folder, { recursive: true });
    const name = `${taskId}-${randomText(8)}`;
    const path = join(this.#folder, name);
    return new NewCopy(name, path, await open(path, 'wx', 0o600));
  }

  #pathOf(copy: string): string | null {
    return /^[\w-]{1,100}$/.test(copy) ? join(this.#folder, copy) : null;
  }
}

/** A copy that is being written. */
class NewCopy {
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
    if (this.#bytes === 0) {
      this.#start = Buffer.from(piece.subarray(0, 64));
      if (resultTypeOf(this.#start) === null)
        throw new UncopiedResult('the vendor sent bytes that are no picture, video or sound');
    }
    this.#bytes += piece.length;
    this.#hash.update(piece);
    await this.#handle.writeFile(piece);
  }

  async end(): Promise<Copy> {
    await this.#close();
    const type = resultTypeOf(this.#start);
    if (type === null) throw new UncopiedResult('the vendor sent nothing');
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
function writeAll(answer: UpstreamAnswer, file: NewCopy, maxBytes: number): Promise<void> {
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
