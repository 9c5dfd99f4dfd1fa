import { createReadStream } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { parseBuffer, parseStream } from 'music-metadata';
import type { SoundFile } from './sound-length.ts';

// What strangers send is read in a thread of its own, which is ended where it takes too long.

/** Bits of a second at most: a file that says to be shorter than its size allows is not believed. */
const MOST_BITS = 512_000;
const MOST_LOSSLESS_BITS = 6_144_000;
const LONGEST_SECONDS = 1_000_000;

const OPTIONS = { skipCovers: true, skipPostHeaders: true };

parentPort?.on('message', async ({ id, file }: { id: number; file: SoundFile }) => {
  parentPort?.postMessage({ id, seconds: await secondsOf(file) });
});

/** @returns null where the file does not say */
async function secondsOf({ bytes, fd, start, end, type }: SoundFile): Promise<number | null> {
  const info = { mimeType: type, size: end - start };
  try {
    const { format } =
      bytes === null
        ? await parseStream(
            createReadStream('', { fd: fd as number, start, end: end - 1, autoClose: false }) as never,
            info,
            OPTIONS,
          )
        : await parseBuffer(bytes, info, OPTIONS);
    const said = format.duration ?? (format.bitrate ? (info.size * 8) / format.bitrate : 0);
    const least = (info.size * 8) / (format.lossless ? MOST_LOSSLESS_BITS : MOST_BITS);
    return said > 0 && said < LONGEST_SECONDS ? Math.max(said, least) : null;
  } catch {
    return null;
  }
}
