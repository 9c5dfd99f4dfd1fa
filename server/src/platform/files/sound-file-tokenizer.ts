import { readSync } from 'node:fs';
import { AbstractTokenizer, EndOfStreamError } from 'strtok3/core';

interface Read {
  length?: number;
  position?: number;
  mayBeLess?: boolean;
}

/**
 * A part of an open file, for `music-metadata`. It reads into the given buffer. A stream would leave 64 KiB
 * of garbage per read, and the runtime lets 64 MiB of it accumulate.
 */
export class SoundFileTokenizer extends AbstractTokenizer {
  readonly fileInfo: { mimeType: string; size: number };
  readonly #fd: number;
  readonly #start: number;

  constructor({ fd, start, end, type }: { fd: number; start: number; end: number; type: string }) {
    super();
    this.fileInfo = { mimeType: type, size: end - start };
    this.#fd = fd;
    this.#start = start;
  }

  override readBuffer(into: Uint8Array, options?: Read): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(into, options);
    const bytes = this.#readAt(into, { position, length });
    if (bytes < length && mayBeLess !== true) return Promise.reject(new EndOfStreamError());
    this.position = position + bytes;
    return Promise.resolve(bytes);
  }

  override peekBuffer(into: Uint8Array, options?: Read): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(into, options);
    const bytes = this.#readAt(into, { position, length });
    if (bytes < length && mayBeLess !== true) return Promise.reject(new EndOfStreamError());
    return Promise.resolve(bytes);
  }

  setPosition(position: number): void {
    this.validateLength(position, 'position');
    this.position = position;
  }

  override supportsRandomAccess(): true {
    return true;
  }

  #readAt(into: Uint8Array, { position, length }: { position: number; length: number }): number {
    const wanted = Math.max(0, Math.min(length, this.fileInfo.size - position));
    let bytes = 0;
    while (bytes < wanted) {
      const read = readSync(this.#fd, into, bytes, wanted - bytes, this.#start + position + bytes);
      if (read === 0) break;
      bytes += read;
    }
    return bytes;
  }
}
