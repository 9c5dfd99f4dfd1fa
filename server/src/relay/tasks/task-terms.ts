import type { CountedUnit } from '@turnpike/contract';
import type { KeyTry } from '../../db/settlement.ts';
import type { TaskLook } from '../../providers/task-form.ts';
import type { WorkTerms } from '../call/work-terms.ts';

/** Payers and price of a task at its start; stored with it as JSON. */
export interface TaskTerms extends WorkTerms {
  /** Factor of the paying group, in whole billionths. */
  exactRatio: bigint;
  /** Share of the list price that the channel costs, in whole billionths; null if unknown. */
  costRatio: bigint | null;
  /** Units of its request. */
  units: CountedUnit[];
  /** Output tokens that are held for; charged where the vendor measures none. */
  outputTokens: number;
  tries: KeyTry[];
  /** Channels of several attempts, as the log is searched for them. */
  triedChannels?: string;
}

/** A vendor's measure counts up to so many times the size of the request. */
const MAX_FACTOR = 10;

/**
 * Units that a task is charged for: those that its vendor measured, else those of its request. A measure without a
 * variant has that of the request.
 */
export function chargedUnits(
  { units }: Pick<TaskTerms, 'units'>,
  measured: NonNullable<TaskLook['measured']>['units'] = [],
): CountedUnit[] {
  const believed = measured.flatMap((unit): CountedUnit[] => {
    const asked = units.find(({ kind }) => kind === unit.kind);
    if (!Number.isSafeInteger(unit.count) || unit.count < 0) return [];
    const count = asked === undefined ? unit.count : Math.min(unit.count, MAX_FACTOR * asked.count);
    const variant = unit.variant ?? asked?.variant;
    return [{ ...unit, count, ...(variant !== undefined && { variant }) }];
  });
  const kinds = new Set(believed.map(({ kind }) => kind));
  return [...believed, ...units.filter(({ kind }) => !kinds.has(kind))];
}

/** As `chargedUnits`, for output tokens. */
export function chargedTokens({ outputTokens }: Pick<TaskTerms, 'outputTokens'>, measured?: number): number {
  if (measured === undefined || !Number.isSafeInteger(measured) || measured < 0) return outputTokens;
  return outputTokens > 0 ? Math.min(measured, MAX_FACTOR * outputTokens) : measured;
}
