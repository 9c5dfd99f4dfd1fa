import { createHash } from 'node:crypto';
import type { ConversionReport } from './conversion-report.ts';

/** With the hash, as long as the narrowest dialect allows: 64. */
const MAX_STEM = 55;
const HASH_LENGTH = 8;

/**
 * Names of tools that a target does not take, such as the long ones of MCP servers: written in another way in a request,
 * and read back in its answer. The same name is always written the same, so that a prompt's cache holds.
 */
export class ToolNames {
  readonly #originals = new Map<string, string>();
  readonly #report: ConversionReport;

  constructor(report: ConversionReport) {
    this.#report = report;
  }

  /** @param fits names that the target takes; letters, digits, `_` and `-` up to 64 are among them everywhere */
  write(name: string, fits: RegExp): string {
    if (fits.test(name)) return name;
    const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH);
    const stem = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_STEM);
    const written = `${/^[A-Za-z_]/.test(stem) ? '' : 't'}${stem.slice(0, MAX_STEM - 1)}_${hash}`;
    this.#originals.set(written, name);
    this.#report.note('renamed', `tools.${name}`, written);
    return written;
  }

  read(name: string): string {
    return this.#originals.get(name) ?? name;
  }
}
