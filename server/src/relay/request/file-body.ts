import type { ReadBody } from '../../platform/memory/large-body.ts';
import type { FileSending } from '../../providers/adapter.ts';
import type { Upload } from '../body/read-upload.ts';

/**
 * Writes the first file of a form for a vendor that does not accept forms: alone, or as base64 in a member of
 * the request's JSON. The file is read while it is sent.
 */
export function writeFileBody(
  request: Buffer,
  { files, spool }: Upload,
  sending: FileSending,
): ReadBody & { contentType: string } {
  const { start = 0, end = 0 } = files[0] ?? {};
  const bytes = end - start;
  if (sending === 'alone')
    return { bytes, contentType: 'application/octet-stream', pieces: () => spool.read(start, end) };
  const head = Buffer.from(`{${JSON.stringify(sending.member)}:"`);
  const rest = request.toString('utf8').slice(1);
  const tail = Buffer.from(rest === '}' ? '"}' : `",${rest}`);
  return {
    bytes: head.length + 4 * Math.ceil(bytes / 3) + tail.length,
    contentType: 'application/json',
    async *pieces() {
      yield head;
      yield* asBase64(spool.read(start, end));
      yield tail;
    },
  };
}

/** Three bytes become four letters: the rest of a piece is encoded with the next one. */
async function* asBase64(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % 3);
    // A copy of at most two bytes, because a view would keep the whole piece in memory.
    rest = Buffer.from(bytes.subarray(whole));
    if (whole > 0) yield Buffer.from(bytes.toString('base64', 0, whole));
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'));
}
