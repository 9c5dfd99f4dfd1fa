import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { SoundFile } from '../../platform/files/sound-length.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { freeMemory } from '../../platform/memory/held-memory.ts';
import type { BodyHold } from './body-budget.ts';

/** Maximum size of an upload kept in memory. */
const MEMORY_BYTES = 64 * 1024;
/** Bytes read from the file at once. */
const PIECE_BYTES = 256 * 1024;
/** Bytes that may be written between checks of the free disk space. */
const CHECKED_BYTES = 8 * 2 ** 20;
const RETRY_AFTER_SECONDS = 5;

export interface UploadPlace {
  /** Created with the first large upload. */
  folder: string;
  /** Disk space that uploads must leave free. */
  reserveBytes: number;
}

/**
 * Stores the bytes of one call's upload, so that every attempted channel can read them. Small uploads stay in
 * memory. Others go to an unlinked file, which disappears when the call or the process ends.
 */
export class UploadSpool {
  readonly #place: UploadPlace;
  readonly #hold: BodyHold;
  #pieces: Buffer[] = [];
  #file: FileHandle | null = null;
  #length = 0;
  #uncheckedBytes = 0;
  #isReleased = false;

  /** @param hold in the budget for uploads */
  constructor(place: UploadPlace, hold: BodyHold) {
    this.#place = place;
    this.#hold = hold;
  }

  get length(): number {
    return this.#length;
  }

  /** @throws rate.body_bytes, or gateway.busy if the upload budget or the disk has no room now */
  async append(piece: Buffer): Promise<void> {
    if (this.#isReleased) throw new GatewayError('caller.left');
    this.#hold.take(piece.length);
    if (this.#file === null && this.#length + piece.length <= MEMORY_BYTES) {
      // A network piece is a part of a larger buffer, which would stay in memory too.
      this.#pieces.push(Buffer.from(piece));
      this.#length += piece.length;
      return;
    }
    try {
      const file = this.#file ?? (await this.#moveToFile());
      await this.#assertRoomFor(piece.length);
      await file.appendFile(piece);
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      throw new GatewayError('gateway.busy', { retry_after: RETRY_AFTER_SECONDS }, { cause: error });
    }
    this.#length += piece.length;
  }

  /** Returns a part for a reader that opens it directly. */
  lookAt({ start, end, type }: { start: number; end: number; type: string }): SoundFile {
    if (this.#file !== null) return { bytes: null, fd: this.#file.fd, start, end, type };
    return { bytes: Buffer.concat(this.#pieces).subarray(start, end), fd: null, start, end, type };
  }

  /** Reads the bytes from `start` up to `end`. */
  async *read(start: number, end: number): AsyncGenerator<Buffer> {
    if (this.#file === null) {
      yield Buffer.concat(this.#pieces).subarray(start, end);
      return;
    }
    for (let at = start; at < end; ) {
      const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, end - at));
      const { bytesRead } = await this.#file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) throw new Error('an upload was cut on the disk');
      at += bytesRead;
      yield bytesRead === piece.length ? piece : piece.subarray(0, bytesRead);
      // The consumer requests the next piece only after it has sent this one: see `platform/memory/large-body.ts`.
      if (bytesRead === PIECE_BYTES) freeMemory(piece);
    }
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#hold.release();
    this.#pieces = [];
    this.#closeFile();
  }

  /** The disk space is freed with the last descriptor. */
  #closeFile(): void {
    this.#file?.close().catch(() => {});
  }

  /**
   * Moves the upload to a file. If the call ends while the file is being opened, this method must close it:
   * the runtime aborts the process when it finds an unreferenced open file.
   * @throws caller.left
   */
  async #moveToFile(): Promise<FileHandle> {
    await this.#assertRoomFor(this.#length);
    await mkdir(this.#place.folder, { recursive: true, mode: 0o700 });
    const path = join(this.#place.folder, randomUUID());
    const file = await open(path, 'wx+', 0o600);
    try {
      await unlink(path);
      for (const piece of this.#pieces) await file.appendFile(piece);
    } catch (error) {
      await file.close();
      throw error;
    }
    this.#pieces = [];
    this.#file = file;
    if (!this.#isReleased) return file;
    this.#closeFile();
    throw new GatewayError('caller.left');
  }

  /** @throws gateway.busy */
  async #assertRoomFor(bytes: number): Promise<void> {
    this.#uncheckedBytes -= bytes;
    if (this.#uncheckedBytes >= 0) return;
    const { folder, reserveBytes } = this.#place;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize - bytes - CHECKED_BYTES < reserveBytes)
      throw new GatewayError('gateway.busy', { retry_after: RETRY_AFTER_SECONDS });
    this.#uncheckedBytes = CHECKED_BYTES;
  }
}
