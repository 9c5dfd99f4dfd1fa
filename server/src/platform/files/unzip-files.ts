import { setImmediate } from 'node:timers/promises';

/** Packed bytes that are unpacked at a time: at most some 2 MiB come out of them. */
const SLICE_BYTES = 2048;

/** Receives an unpacked file in pieces. Its error ends the unpacking. */
export type TakePiece = (piece: Uint8Array, isLast: boolean) => void;

/** A zip that cannot be read, or is larger than allowed. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly fault: 'unreadable' | 'too_large';

  constructor(fault: 'unreadable' | 'too_large', cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

/**
 * Unpacks some files of a zip. Other work runs between its parts, and only the present piece is kept.
 * @param open returns what takes a file, or undefined for a file that is left out. Names without the mark of UTF-8 have
 * a letter for each of their bytes
 * @param limitBytes of all unpacked files together; the sizes that the zip claims are not believed
 * @throws ZipError
 */
export async function unzipFiles(
  bytes: Buffer,
  {
    open,
    limitBytes,
    signal,
  }: { open: (name: string) => TakePiece | undefined; limitBytes: number; signal: AbortSignal },
): Promise<void> {
  if (bytes.length < 4 || bytes.readUInt32BE(0) !== FIRST_FILE) throw new ZipError('unreadable');
  const { Unzip, UnzipInflate } = await import('fflate');
  let fault: unknown;
  let unpackedBytes = 0;
  let openFiles = 0;
  const unzip = new Unzip((file) => {
    const take = open(file.name);
    if (take === undefined) return;
    openFiles += 1;
    file.ondata = (error, piece, isLast) => {
      if (fault !== undefined) return;
      if (error !== null) {
        fault = new ZipError('unreadable', error);
        return;
      }
      unpackedBytes += piece.length;
      if (isLast) openFiles -= 1;
      try {
        if (unpackedBytes > limitBytes) throw new ZipError('too_large');
        take(piece, isLast);
      } catch (thrown) {
        fault = thrown;
      }
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    await setImmediate();
    signal.throwIfAborted();
    try {
      unzip.push(bytes.subarray(from, from + SLICE_BYTES), from + SLICE_BYTES >= bytes.length);
    } catch (error) {
      fault ??= new ZipError('unreadable', error);
    }
    if (fault !== undefined) throw fault;
  }
  if (openFiles > 0) throw new ZipError('unreadable');
}

const FIRST_FILE = 0x504b0304;
