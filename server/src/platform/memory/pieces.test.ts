import { expect, it } from 'vitest';
import { spliceApart } from '../json/splice.ts';
import { holdMemory } from './held-memory.ts';
import { toClientBody } from './large-body.ts';
import { joined, Pieces } from './pieces.ts';

const SIZE = 3_000_000;
/** No piece that a client is given is smaller: see `large-body.ts`. */
const MIN_BYTES = 256 * 1024;

const numbered = (): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(SIZE);
  for (let at = 0; at < SIZE; at += 1) bytes[at] = at * 7;
  return bytes;
};

async function sentOf(bytes: Buffer | Pieces, held: Buffer): Promise<Uint8Array[]> {
  const { body } = toClientBody([], { bytes, held });
  const sent: Uint8Array[] = [];
  for await (const piece of body as AsyncIterable<Uint8Array>) sent.push(piece);
  return sent;
}

it('is sent as the bytes that it stands for, without a copy of what is long, and frees them', async () => {
  const bytes = numbered();
  const expected = Buffer.concat([
    Buffer.from('begin'),
    bytes.subarray(0, 10),
    Buffer.from('[changed]'),
    bytes.subarray(20),
  ]);
  const edits = [
    { start: 0, end: 0, replacement: 'begin' },
    { start: 10, end: 20, replacement: '[changed]' },
  ];
  const spliced = spliceApart(bytes, edits);
  expect(spliced).toBeInstanceOf(Pieces);
  holdMemory(bytes);
  const { buffer } = bytes;

  const { body } = toClientBody([], { bytes: spliced, held: bytes });
  const copies: Buffer[] = [];
  let ownBytes = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    expect(piece.length).toBeGreaterThanOrEqual(MIN_BYTES);
    if (piece.buffer !== buffer) ownBytes += piece.length;
    copies.push(Buffer.from(piece));
  }

  expect(Buffer.concat(copies).equals(expected)).toBe(true);
  expect(ownBytes).toBeLessThan(2 * MIN_BYTES);
  expect(bytes).toHaveLength(0);
});

it('is gathered where there are many small pieces', async () => {
  const bytes = numbered();
  const list = Array.from({ length: SIZE / 1000 }, (_, at) => bytes.subarray(at * 1000, (at + 1) * 1000));

  const sent = await sentOf(Pieces.of(list), bytes);

  expect(sent.every(({ length }) => length >= MIN_BYTES)).toBe(true);
  expect(Buffer.concat(sent).equals(bytes)).toBe(true);
});

it('announces its length, is joined where it must be read, and small bytes are joined at once', async () => {
  const bytes = numbered();
  const pieces = Pieces.of([bytes.subarray(0, 100), bytes.subarray(100)]);

  expect(toClientBody(['a', 'b'], { bytes: pieces, held: null }).headers).toEqual([
    ...['a', 'b'],
    ...['content-length', String(SIZE)],
  ]);
  expect((await joined(pieces)).equals(bytes)).toBe(true);
  expect(Pieces.of([bytes.subarray(0, 5), bytes.subarray(5, 9)])).toEqual(bytes.subarray(0, 9));
});
