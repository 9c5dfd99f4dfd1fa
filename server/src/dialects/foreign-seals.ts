import type { JsonScanner } from '../platform/json/json-scanner.ts';
import type { LongTexts } from '../platform/json/long-texts.ts';
import type { ConversionReport } from './neutral/conversion-report.ts';

/**
 * Seals of other dialects in requests of this one: its callers carry them back, and its own vendor refuses them. Where an
 * upstream speaks the same dialect, they are left out of the bytes that pass.
 */
export interface ForeignSeals {
  /** Names of the members that hold seals; the dialect notices them. */
  members: readonly string[];
  /** How another dialect's begins, as it stands in JSON. */
  starts: readonly string[];
  /** Whether the request may hold something else that the model's vendor refuses, or lack what it wants with it. */
  mayFind?(request: { scan: JsonScanner; body: Buffer; upstreamModel: string }): boolean;
  load(): Promise<LeaveOutSeals>;
}

/** @returns whether the parsed request, which is changed, had any */
export type LeaveOutSeals = (tree: unknown, passing: Passing) => boolean;

export interface Passing {
  upstreamModel: string;
  texts: LongTexts;
  report: ConversionReport;
}

/** Whether the bytes of a request look as if they held some. */
export function mayHoldForeignSeals(
  request: { dialect: { foreignSeals?: ForeignSeals }; scan: JsonScanner; body: Buffer },
  upstreamModel: string,
): boolean {
  const { dialect, scan, body } = request;
  if (dialect.foreignSeals === undefined) return false;
  const { members, starts } = dialect.foreignSeals;
  if (members.some((name) => scan.noticed.has(name)) && starts.some((start) => body.includes(start)))
    return true;
  return dialect.foreignSeals.mayFind?.({ scan, body, upstreamModel }) === true;
}
