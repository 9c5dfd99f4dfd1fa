import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SoundLength } from './sound-length.ts';

const lengths = new SoundLength();
afterAll(() => lengths.close());

/** A WAV file of silence whose header may lie. */
function wavOf({
  seconds,
  rate = 8_000,
  dataBytes,
  codec = 1,
}: {
  seconds: number;
  rate?: number;
  dataBytes?: number;
  /** 1 for samples as they are. */
  codec?: number;
}): Buffer {
  const samples = Buffer.alloc(Math.floor(8_000 * seconds), 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(codec, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(dataBytes ?? samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** One channel of 16 000 samples a second with 16 bits, whose header says that there are 16 000 in all. */
function flacOfOneSecond(size: number): Buffer {
  const head = Buffer.alloc(42);
  head.write('fLaC', 0);
  head.writeUInt8(0x80, 4);
  head.writeUIntBE(34, 5, 3);
  head.writeUInt16BE(4096, 8);
  head.writeUInt16BE(4096, 10);
  const samples = 16_000n;
  head.writeBigUInt64BE((16_000n << 44n) | (0n << 41n) | (15n << 36n) | samples, 18);
  return Buffer.concat([head, Buffer.alloc(size, 1)]);
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
    expect(await secondsOf(wavOf({ seconds: 60, dataBytes: 8_000 }))).toBeGreaterThan(54);
    expect(await secondsOf(flacOfOneSecond(4_600_000), 'audio/flac')).toBeGreaterThan(130);
  });

  it('is not known of what a wave packs', async () => {
    expect(await secondsOf(wavOf({ seconds: 60, codec: 0x55 }))).toBeNull();
  });

  it('is read of a part of a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'turnpike-sound-'));
    const file = await open(join(folder, 'upload'), 'wx+');
    const sound = wavOf({ seconds: 60 });
    await file.writeFile(Buffer.concat([Buffer.alloc(1000, 1), sound, Buffer.alloc(1000, 2)]));
    const { fd } = file;
    const place = { bytes: null, fd, start: 1000, end: 1000 + sound.length, type: 'audio/wav' };

    expect(await lengths.secondsOf(place)).toBe(60);
    expect(await lengths.secondsOf({ ...place, end: 1020 })).toBeNull();
    await file.close();
    await rm(folder, { recursive: true });
  });

  it('is told of many files one after the other', async () => {
    const files = Array.from({ length: 20 }, (_, at) => wavOf({ seconds: at + 1 }));
    expect(await Promise.all(files.map((file) => secondsOf(file)))).toEqual(files.map((_, at) => at + 1));
  });
});
