import type { CountedUnit } from '@turnpike/contract';
import { NO_UNITS, type Usage } from '../../billing/usage.ts';
import type { QuotedCall } from '../call/call-context.ts';

/**
 * A report above this multiple of the requested units is implausible. One ranking search covers a hundred
 * documents, and vendors count each part of a long document as a document. Sound of unknown length is
 * estimated at 4 000 bytes a second, while the slowest speech codecs use a few hundred.
 */
const MAX_TIMES_ASKED = 100;
const TOKENS_A_PIECE = 100;
/**
 * Limit of units that the call did not request: more searches than any call makes, and more than a day of
 * sound.
 */
const MAX_UNASKED = 100_000;

/** Returns the reported units without those out of proportion to the call. */
export function believableUnits(
  { facts, answer }: QuotedCall,
  { units }: Usage,
): { unasked: readonly CountedUnit[]; told: readonly CountedUnit[]; isExceeded: boolean } {
  const told = (facts.units && answer?.units) ?? NO_UNITS;
  const asked = facts.units ?? NO_UNITS;
  const mostOf = (kind: string): number =>
    MAX_TIMES_ASKED * countOf(asked, kind) + facts.inputTokens / TOKENS_A_PIECE;
  const believed = {
    unasked: keep(units, ({ count }) => count <= MAX_UNASKED),
    told: keep(told, ({ kind }) => countOf(told, kind) <= mostOf(kind)),
  };
  return { ...believed, isExceeded: believed.unasked !== units || believed.told !== told };
}

/** Returns the same list if every unit is kept. */
function keep(
  units: readonly CountedUnit[],
  isBelieved: (unit: CountedUnit) => boolean,
): readonly CountedUnit[] {
  return units.every(isBelieved) ? units : units.filter(isBelieved);
}

const countOf = (units: readonly CountedUnit[], kind: string): number =>
  units.reduce((sum, unit) => sum + (unit.kind === kind ? unit.count : 0), 0);
