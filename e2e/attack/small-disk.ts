import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIZE = '48m';
const PIECE = Buffer.alloc(64 * 1024, 1);

/** Mounting needs root, and a Linux that allows it. */
export const canMountDisk = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    mountSmallDisk().remove();
    return true;
  } catch {
    return false;
  }
})();

/** A data folder on a disk of its own that can be filled. */
export function mountSmallDisk(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'turnpike-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', path], { stdio: 'pipe' });
  return {
    path,
    remove() {
      execFileSync('umount', [path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Writes until nothing fits any more. @returns gives the room back */
export function fillDisk(path: string): () => void {
  const name = join(path, 'ballast');
  const file = openSync(name, 'w');
  for (let size = PIECE.length; size >= 1; size = Math.floor(size / 2)) writeUntilFull(file, size);
  closeSync(file);
  return () => rmSync(name);
}

function writeUntilFull(file: number, bytes: number): void {
  try {
    for (;;) writeSync(file, PIECE, 0, bytes);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error;
  }
}
