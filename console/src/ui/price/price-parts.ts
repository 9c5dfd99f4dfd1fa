import type { Price } from '@turnpike/contract';
import { decimalProduct, type PriceUnit } from './price-unit.ts';

/** Parts of a price other than the ratios of tokens. */
export type PriceParts = Pick<Price, 'units' | 'steps' | 'tiers' | 'hours'>;

/** Properties of the mark of a price's parts, and of the panel that it opens. */
export interface PricePartsProps {
  model: string;
  /** The price without its parts. */
  price: PriceParts & { type: 'tokens' | 'times'; input: number; output: number };
  unit: PriceUnit;
  /** The whole price as the server says it, to copy. */
  source: object;
}

/** Names of the parts that a price has, in the order in which they are shown. */
export const partNames = ({
  units,
  steps,
  tiers,
  hours,
}: PriceParts): readonly ('units' | 'steps' | 'tiers' | 'hours')[] => [
  ...(units.length > 0 ? (['units'] as const) : []),
  ...(steps.length > 0 ? (['steps'] as const) : []),
  ...(Object.keys(tiers).length > 0 ? (['tiers'] as const) : []),
  ...(hours === undefined ? [] : (['hours'] as const)),
];

/** As a group pays for them; tiers and hours are factors and stay as they are. */
export const partsForGroup = ({ units, steps, tiers, hours }: PriceParts, ratio: number): PriceParts => ({
  units: units.map((unit) => ({ ...unit, price: decimalProduct(unit.price, ratio) })),
  steps: steps.map(({ above, input, output }) => ({
    above,
    input: decimalProduct(input, ratio),
    output: decimalProduct(output, ratio),
  })),
  tiers,
  hours,
});
