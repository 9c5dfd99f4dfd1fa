import { createReadStream } from 'node:fs';
import { lstat, mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { TaskStorageName } from '@turnpike/contract';
import type { Db } from '../../db/store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { BreakOff } from '../../platform/net/break-off.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { UpstreamClient } from '../../platform/net/upstream-client.ts';
import { randomText } from '../../platform/secrets/random-ids.ts';
import { CopiesToDelete } from './copies-to-delete.ts';
import { type Copy, NewCopy, writeAll } from './new-copy.ts';
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

/** Begins the name of a copy in the bucket. */
const IN_BUCKET = 's3/';
/** A multiple of four characters. */
const PIECE_BYTES = 2 ** 18;

/** Name of a copy in its bucket. */
const keyOf = (copy: string): string => copy.slice(IN_BUCKET.length);

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
  readonly #toDelete: CopiesToDelete;
  readonly #needs: { upstreams: UpstreamClient; clock: Pick<Clock, 'nowSeconds'> };

  constructor(needs: {
    db: Db;
    folder: string;
    settings: () => StorageSettings;
    upstreams: UpstreamClient;
    clock: Pick<Clock, 'nowSeconds'>;
  }) {
    this.#folder = needs.folder;
    this.#settings = needs.settings;
    this.#toDelete = new CopiesToDelete(needs);
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
  async copy(taskId: string, answer: UpstreamAnswer, breakOff: BreakOff): Promise<Copy> {
    const { place, maxBytes } = this.settings;
    const file = await this.#create(taskId);
    try {
      await writeAll(answer, file, maxBytes);
      const kept = await file.end();
      if (place !== 's3') return kept;
      const bucket = this.#bucket;
      if (bucket === null) throw new Error('no bucket is set up');
      await bucket.put(kept.copy, { path: file.path, ...kept }, breakOff);
      await file.drop();
      return { ...kept, copy: IN_BUCKET + kept.copy };
    } catch (error) {
      await file.drop();
      throw error;
    }
  }

  /**
   * @param range as the reader asks for it; null: all
   * @returns null if there is no such copy, no such range, or no bucket that sends it
   */
  async open(
    copy: string,
    { range, breakOff }: { range: string | null; breakOff: BreakOff },
  ): Promise<OpenedCopy | UpstreamAnswer | null> {
    if (copy.startsWith(IN_BUCKET)) {
      const answer = await this.#bucket?.get(keyOf(copy), { range, breakOff }).catch(() => null);
      if (answer?.status === 200 || answer?.status === 206) return answer;
      answer?.cancel();
      return null;
    }
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

  /** Deletes copies. Those in a bucket are deleted soon, however long it is away. */
  async remove(copies: readonly string[]): Promise<void> {
    await this.#toDelete.add(copies.filter((copy) => copy.startsWith(IN_BUCKET)).map(keyOf));
    for (const copy of copies) {
      const path = this.#pathOf(copy);
      if (path !== null) await rm(path, { force: true });
    }
  }

  /**
   * Deletes from the bucket what no task has any more; without a bucket, it waits.
   * @throws if the bucket refuses or does not answer; it is asked again later
   */
  async removeFromBucket(signal: AbortSignal): Promise<void> {
    const bucket = this.#bucket;
    if (bucket !== null) await this.#toDelete.deleteFrom(bucket, signal);
  }

  /** Names of the copies in the folder that nothing was written to for so long. */
  async *oldNames(seconds: number): AsyncGenerator<string> {
    const before = (this.#needs.clock.nowSeconds() - seconds) * 1000;
    const folder = await opendir(this.#folder).catch(() => null);
    if (folder === null) return;
    for await (const { name } of folder) {
      const path = name.startsWith('task_') ? this.#pathOf(name) : null;
      const found = path === null ? null : await lstat(path).catch(() => null);
      if (found?.isFile() && found.mtimeMs < before) yield name;
    }
  }

  /** Null where none is set up. */
  get #bucket(): S3Bucket | null {
    const { bucket } = this.settings;
    return bucket.address === '' ? null : new S3Bucket(bucket, this.#needs);
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
