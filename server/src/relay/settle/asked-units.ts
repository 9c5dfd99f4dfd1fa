import type { CountedUnit, UnitKind } from '@turnpike/contract';
import type { Usage } from '../../billing/usage.ts';
import type { QuotedCall } from '../call-context.ts';
import { outputImageTokens } from '../deliver/media-output.ts';
import { believableUnits } from './believable-units.ts';
import { chargesTokens } from './counted-usage.ts';
import type { UsedTokens } from './used-tokens.ts';

/** What a vendor makes for a call; the other kinds count what it is given. */
const MADE: ReadonlySet<UnitKind> = new Set(['image']);

/**
 * Adds what was asked for by the piece. How much of it the answer holds, it says itself where it can, also where that is
 * more: a vendor may know other members that ask for several. Of an answer that nobody got, only what the vendor was given.
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
    call.brokenBy === 'client' && used.rule !== 'input_only' && call.delivery?.isComplete === false;
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

/** What an answer has of one kind; several where it tells them apart. */
function deliveredOf(
  asked: CountedUnit,
  told: readonly CountedUnit[],
  // Whoever leaves with a part of a picture has had all of them made.
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
