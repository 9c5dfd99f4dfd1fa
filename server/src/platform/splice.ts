/** Replace the bytes from `start` up to `end` (an insertion where they are equal). */
export interface Edit {
  start: number;
  end: number;
  replacement: string;
}

/** Bytes with edits applied; everything else stays as it came. Edits must not overlap. */
export function splice(bytes: Buffer, edits: readonly Edit[]): Buffer {
  if (edits.length === 0) return bytes;
  const pieces: Buffer[] = [];
  let from = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    pieces.push(bytes.subarray(from, edit.start), Buffer.from(edit.replacement));
    from = edit.end;
  }
  pieces.push(bytes.subarray(from));
  return Buffer.concat(pieces);
}
