import { joined, Pieces } from '../memory/pieces.ts';

/** Replace the bytes from `start` up to `end` (an insertion where they are equal). */
export interface Edit {
  start: number;
  end: number;
  replacement: string;
}

/** As `splice`; large bytes are copied in turns, and come later. */
export function spliceInTurns(bytes: Buffer, edits: readonly Edit[]): Buffer | Promise<Buffer> {
  return joined(spliceApart(bytes, edits));
}

/** As `splice`; large bytes are not copied. */
export function spliceApart(bytes: Buffer, edits: readonly Edit[]): Buffer | Pieces {
  return edits.length === 0 ? bytes : Pieces.of(piecesOf(bytes, edits));
}

/** Bytes with edits applied; everything else stays as it came. Edits must not overlap. */
export function splice(bytes: Buffer, edits: readonly Edit[]): Buffer {
  return edits.length === 0 ? bytes : Buffer.concat(piecesOf(bytes, edits));
}

function piecesOf(bytes: Buffer, edits: readonly Edit[]): Buffer[] {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    pieces.push(bytes.subarray(from, edit.start), Buffer.from(edit.replacement));
    from = edit.end;
  }
  pieces.push(bytes.subarray(from));
  return pieces;
}
