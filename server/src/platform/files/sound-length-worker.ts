import { parentPort } from 'node:worker_threads';
import { type IFormat, parseBuffer, parseFromTokenizer } from 'music-metadata';
import { SoundFileTokenizer } from './sound-file-tokenizer.ts';
import type { SoundFile } from './sound-length.ts';

// Untrusted data is read in a separate thread, which is terminated if it takes too long.

/** Bits of a second at most: a file that says to be shorter than its size allows is not believed. */
const MAX_BITS = 512_000;
const MAX_LOSSLESS_BITS = 6_144_000;
const LONGEST_SECONDS = 1_000_000;

const OPTIONS = { skipCovers: true, skipPostHeaders: true };

parentPort?.on('message', async ({ id, file }: { id: number; file: SoundFile }) => {
  parentPort?.postMessage({ id, seconds: await secondsOf(file) });
});

/** Packed without a loss, a sound is no larger than its samples and what stands next to them. */
function mostLosslessBits({ sampleRate = 0, bitsPerSample = 0, numberOfChannels = 0 }: IFormat): number {
  const bits = 1.1 * sampleRate * bitsPerSample * numberOfChannels;
  return bits > 0 ? Math.min(bits, MAX_LOSSLESS_BITS) : MAX_LOSSLESS_BITS;
}

/** @returns null where the file does not say */
async function secondsOf({ bytes, fd, start, end, type }: SoundFile): Promise<number | null> {
  const info = { mimeType: type, size: end - start };
  try {
    const { format } =
      bytes === null
        ? await parseFromTokenizer(new SoundFileTokenizer({ fd: fd as number, start, end, type }), OPTIONS)
        : await parseBuffer(bytes, info, OPTIONS);
    // The header of a WAVE file with another codec does not give its length.
    if (format.container === 'WAVE' && format.codec !== 'PCM') return null;
    const said = format.duration ?? (format.bitrate ? (info.size * 8) / format.bitrate : 0);
    const least = (info.size * 8) / (format.lossless ? mostLosslessBits(format) : MAX_BITS);
    return said > 0 && said < LONGEST_SECONDS ? Math.max(said, least) : null;
  } catch {
    return null;
  }
}
