import { expect, it } from 'vitest';
import type { UploadSpool } from '../body/upload-spool.ts';
import { writeFileBody } from './file-body.ts';

/** As it comes from the disk: in pieces of any length. */
const spoolOf = (...pieces: string[]) =>
  ({
    async *read() {
      for (const piece of pieces) yield Buffer.from(piece);
    },
  }) as unknown as UploadSpool;

const textOf = async (body: ReturnType<typeof writeFileBody>): Promise<string> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of body.pieces()) pieces.push(Buffer.from(piece));
  const bytes = Buffer.concat(pieces);
  expect(body.bytes).toBe(bytes.length);
  return bytes.toString('utf8');
};

it.each([
  [['A'], '{}'],
  [['AB', 'CDE', 'F'], '{"task":"transcribe"}'],
  [['ABCD', 'EFGHIJKL', 'M'], '{"a":"ü"}'],
])('a file of %j stands in the JSON %s as base64, however it comes', async (pieces, request) => {
  const sound = pieces.join('');
  const file = { field: 'file', filename: 'a', type: '', start: 2, end: 2 + sound.length };
  const upload = { fields: Buffer.alloc(0), files: [file], spool: spoolOf(...pieces) };
  const inlined = await textOf(writeFileBody(Buffer.from(request), upload, { member: 'audio' }));
  expect(JSON.parse(inlined)).toEqual({
    ...JSON.parse(request),
    audio: Buffer.from(sound).toString('base64'),
  });
  expect(await textOf(writeFileBody(Buffer.from(request), upload, 'alone'))).toBe(sound);
});
