import type { CountedUnit, UnitKind } from '@turnpike/contract';
import type { Usage } from '../../billing/usage.ts';
import { outputImageTokens } from '../answer/media-output.ts';
import type { QuotedCall } from '../call/call-context.ts';
import type { UsedTokens } from '../cost/used-tokens.ts';
import { believableUnits } from './believable-units.ts';
import { chargesTokens } from './counted-usage.ts';

/** Kinds that a vendor produces for a call; other kinds count parts of the request. */
const MADE: ReadonlySet<UnitKind> = new Set(['image']);

/**
 * Adds the requested units. If the answer reports its own number, that number counts, even if it is higher: a
 * vendor may have other members that request several. For an undelivered answer, only units that the request
 * contains are charged.
 */
export function withAskedUnits(call: QuotedCall, used: UsedTokens): UsedTokens {
  const asked = call.facts.units;
  if (asked === undefined && used.usage.units.length === 0) return used;
  const { unasked, told, isExceeded } = believableUnits(call, used.usage);
  const usage: Usage = isExceeded
    ? { ...used.usage, units: unasked, flags: [...used.usage.flags, 'unit_exceeds_call'] }
    : used.usage;
  if (asked === undefined) return { ...used, usage };
  const given = used.rule === 'input_only' ? asked.filter(({ kind }) => !MADE.has(kind)) : asked;
  const isTakenAway =
    call.brokenBy === 'client' && used.rule !== 'input_only' && call.answer?.isComplete === false;
  const units = given
    .flatMap((unit) => deliveredOf(unit, told, { isAtLeastAsked: isTakenAway }))
    .filter(({ count }) => count > 0);
  const { imageOutput } = usage;
  const isPartOfPictures = isTakenAway && used.isEstimated && imageOutput > 0;
  return {
    ...used,
    usage: {
      ...usage,
      imageOutput: isPartOfPictures ? Math.max(imageOutput, tokensOfPictures(call, given)) : imageOutput,
      units: [...unasked, ...units],
    },
    isEstimated: used.isEstimated && chargesTokens(call),
  };
}

const tokensOfPictures = ({ facts }: QuotedCall, units: readonly CountedUnit[]): number =>
  outputImageTokens(
    units.reduce((sum, { kind, count }) => sum + (kind === 'image' ? count : 0), 0),
    facts,
  );

/** Units of one kind in the answer; several if the answer distinguishes variants. */
function deliveredOf(
  asked: CountedUnit,
  told: readonly CountedUnit[],
  // True after a disconnect with a part of a picture: the vendor has already made all of them.
  { isAtLeastAsked }: { isAtLeastAsked: boolean },
): CountedUnit[] {
  const { kind, variant = '' } = asked;
  const counts = new Map<string, number>();
  const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count);
  const said = told.filter((unit) => unit.kind === kind);
  for (const unit of said) add(unit.variant || variant, unit.count);
  const saidCount = said.reduce((sum, { count }) => sum + count, 0);
  if (said.length === 0) add(variant, asked.count);
  else if (isAtLeastAsked) add(variant, Math.max(0, asked.count - saidCount));
  return [...counts].map(([name, count]) => ({ kind, ...(name !== '' && { variant: name }), count }));
}
