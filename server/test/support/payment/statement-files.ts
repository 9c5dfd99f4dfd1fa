import { crc32, deflateRawSync } from 'node:zlib';

/** Two bytes of GBK by their character. */
let gbk: Map<string, [number, number]> | undefined;

function gbkTable(): Map<string, [number, number]> {
  const table = new Map<string, [number, number]>();
  const decoder = new TextDecoder('gbk');
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const character = decoder.decode(Uint8Array.of(high, low));
      if (character.length === 1 && character !== '\ufffd') table.set(character, [high, low]);
    }
  return table;
}

/** The platform only decodes GBK. */
export function encodeGbk(text: string): Buffer {
  gbk ??= gbkTable();
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.charCodeAt(0);
    const pair = gbk.get(character);
    if (code < 0x80) bytes.push(code);
    else if (pair !== undefined) bytes.push(...pair);
    else throw new Error(`not in GBK: ${character}`);
  }
  return Buffer.from(bytes);
}

interface ZippedFile {
  name: Buffer;
  bytes: Buffer;
  /** Instead of the packed bytes. */
  packed?: Buffer;
}

const MARK_LENGTH = 4;

/** A zip by the format's own description. Source: PKWARE's APPNOTE.TXT, chapter 4. */
export function makeZip(files: readonly ZippedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, packed = deflateRawSync(bytes) } of files) {
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), shared, name, packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), shared, entry, name);
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22 - MARK_LENGTH);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('504b0506', 'hex'), end]);
}

const PIECE_BYTES = 16 * 1024 * 1024;

/**
 * A byte many times over, packed. Pieces that end with a full flush depend on nothing before them, so one of them is
 * packed and repeated.
 */
export function packedRepetition(byte: number, pieces: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(PIECE_BYTES, byte), { finishFlush: 3, level: 9 });
  const last = deflateRawSync(Buffer.alloc(0));
  return Buffer.concat([...Array.from({ length: pieces }, () => piece), last]);
}

/** Beijing is eight hours ahead, the whole year. */
export const beijingTime = (epochSeconds: number): string =>
  new Date((epochSeconds + 8 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ');
export const beijingDay = (epochSeconds: number): string => beijingTime(epochSeconds).slice(0, 10);
