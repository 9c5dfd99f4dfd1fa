import { afterAll, describe, expect, it } from 'vitest';
import { SoundLength } from './sound-length.ts';

const lengths = new SoundLength();
afterAll(() => lengths.close());

/** A WAV file of silence whose header may lie. */
function wavOf({
  seconds,
  rate = 8_000,
  dataBytes,
}: {
  seconds: number;
  rate?: number;
  dataBytes?: number;
}): Buffer {
  const samples = Buffer.alloc(Math.floor(8_000 * seconds), 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(dataBytes ?? samples.length, 40);
  return Buffer.concat([head, samples]);
}

const secondsOf = (bytes: Buffer, type = 'audio/wav') =>
  lengths.secondsOf({ bytes, fd: null, start: 0, end: bytes.length, type });

describe('the length of sound', () => {
  it('is what the file says', async () => {
    expect(await secondsOf(wavOf({ seconds: 3 }))).toBe(3);
  });

  it('is not known of a file that says nothing, or what cannot be', async () => {
    expect(await secondsOf(Buffer.alloc(5_000, 7), 'audio/mpeg')).toBeNull();
    expect(await secondsOf(Buffer.alloc(0))).toBeNull();
    for (const rate of [0, 1e-9])
      expect(await secondsOf(wavOf({ seconds: 1, rate: Math.floor(rate) }))).toBeNull();
  });

  it('is no shorter than its size allows', async () => {
    expect(await secondsOf(wavOf({ seconds: 2_000, rate: 2_000_000_000 }))).toBeGreaterThan(20);
  });

  it('is told of many files one after the other', async () => {
    const files = Array.from({ length: 20 }, (_, at) => wavOf({ seconds: at + 1 }));
    expect(await Promise.all(files.map((file) => secondsOf(file)))).toEqual(files.map((_, at) => at + 1));
  });
});
