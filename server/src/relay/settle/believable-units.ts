import type { CountedUnit } from '@turnpike/contract';
import { NO_UNITS, type Usage } from '../../billing/usage.ts';
import type { QuotedCall } from '../call-context.ts';

/**
 * More than this of what a call asked for by the piece is not believed. A search of a ranking is a hundred documents, of
 * which vendors cut long ones into parts of some hundred tokens that count as documents; a file of sound that does not
 * say its length is taken for 4 000 bytes a second, where the slowest codecs of speech have some hundred.
 */
const MAX_TIMES_ASKED = 100;
const TOKENS_A_PIECE = 100;
/** Of what a call did not ask for by the piece: more searches than any makes, and more than a day of sound. */
const MAX_UNASKED = 100_000;

/** What an upstream tells by the piece, without what is beyond all relation to the call. */
export function believableUnits(
  { facts, delivery }: QuotedCall,
  { units }: Usage,
): { unasked: readonly CountedUnit[]; told: readonly CountedUnit[]; isExceeded: boolean } {
  const told = (facts.units && delivery?.units) ?? NO_UNITS;
  const asked = facts.units ?? NO_UNITS;
  const mostOf = (kind: string): number =>
    MAX_TIMES_ASKED * countOf(asked, kind) + facts.inputTokens / TOKENS_A_PIECE;
  const believed = {
    unasked: keep(units, ({ count }) => count <= MAX_UNASKED),
    told: keep(told, ({ kind }) => countOf(told, kind) <= mostOf(kind)),
  };
  return { ...believed, isExceeded: believed.unasked !== units || believed.told !== told };
}

/** The list itself where nothing is left out. */
function keep(
  units: readonly CountedUnit[],
  isBelieved: (unit: CountedUnit) => boolean,
): readonly CountedUnit[] {
  return units.every(isBelieved) ? units : units.filter(isBelieved);
}

const countOf = (units: readonly CountedUnit[], kind: string): number =>
  units.reduce((sum, unit) => sum + (unit.kind === kind ? unit.count : 0), 0);
