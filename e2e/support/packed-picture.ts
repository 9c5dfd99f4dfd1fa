import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE_BYTES = 8;
/** Length before a chunk's type, checksum behind its data. */
const FRAME_BYTES = { length: 4, type: 4, checksum: 4 };

interface Chunk {
  type: string;
  data: Buffer;
}

/**
 * The same picture in fewer bytes: drawn screens repeat themselves, so their lines pack best as they are, not as
 * the differences that browsers write.
 * @param png eight bits a channel, as screenshots are
 * Source: PNG specification, chapters 5 and 9.
 */
export function packPicture(png: Buffer): Buffer {
  const chunks = readChunks(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(0);
  const image = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const hasAlpha = header[9] === 6;
  const lines = undoFilters(inflateSync(image), header.readUInt32BE(0), hasAlpha ? 4 : 3);
  return Buffer.concat([
    png.subarray(0, SIGNATURE_BYTES),
    toChunk({ type: 'IHDR', data: header }),
    toChunk({ type: 'IDAT', data: deflateSync(lines, { level: 9, memLevel: 9 }) }),
    toChunk({ type: 'IEND', data: Buffer.alloc(0) }),
  ]);
}

/** Lines of bytes as they are, each behind the mark 0, "not filtered". */
function undoFilters(filtered: Buffer, width: number, pixelBytes: number): Buffer {
  const stride = width * pixelBytes + 1;
  const plain = Buffer.from(filtered);
  for (let start = 0; start < plain.length; start += stride) {
    const filter = plain[start];
    plain[start] = 0;
    for (let at = start + 1; at < start + stride; at += 1) {
      const hasLeft = at - start > pixelBytes;
      const hasAbove = start > 0;
      const left = hasLeft ? (plain[at - pixelBytes] ?? 0) : 0;
      const above = hasAbove ? (plain[at - stride] ?? 0) : 0;
      const aboveLeft = hasLeft && hasAbove ? (plain[at - stride - pixelBytes] ?? 0) : 0;
      const guess = [0, left, above, (left + above) >> 1, nearest(left, above, aboveLeft)][filter ?? 0] ?? 0;
      plain[at] = (plain[at] ?? 0) + guess;
    }
  }
  return plain;
}

/** Whichever lies nearest to where left and above lead (Paeth). */
function nearest(left: number, above: number, aboveLeft: number): number {
  const aim = left + above - aboveLeft;
  const [toLeft, toAbove, toAboveLeft] = [left, above, aboveLeft].map((one) => Math.abs(aim - one)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
  return toAbove <= toAboveLeft ? above : aboveLeft;
}

function readChunks(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const start = at + FRAME_BYTES.length + FRAME_BYTES.type;
    const end = start + png.readUInt32BE(at);
    const type = png.toString('latin1', at + FRAME_BYTES.length, start);
    chunks.push({ type, data: png.subarray(start, end) });
    at = end + FRAME_BYTES.checksum;
  }
  return chunks;
}

function toChunk({ type, data }: Chunk): Buffer {
  const length = Buffer.alloc(FRAME_BYTES.length);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(FRAME_BYTES.checksum);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
