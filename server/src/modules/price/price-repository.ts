import { channelStatus, hoursText, type Price, type PriceView } from '@turnpike/contract';
import type { Selectable } from 'kysely';
import { toDecimalText } from '../../billing/decimal.ts';
import type { StoredHours } from '../../billing/price-hours.ts';
import type { Db } from '../../db/store.ts';
import type { PriceTable } from '../../db/tables/routing-tables.ts';
import { etagOf } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { isObject, readStoredJson, readStoredRatio } from '../../platform/json/stored-values.ts';

const columns = [
  ...(['model', 'type', 'channel_type', 'input', 'output', 'locked', 'extra_ratios'] as const),
  ...(['units', 'steps', 'tiers', 'hours'] as const),
] as const;
/** Names of one statement: far below what either engine takes. */
const MODELS_A_QUERY = 500;
type PriceRow = Pick<Selectable<PriceTable>, (typeof columns)[number]>;

export const toPriceView = ({ hours, ...row }: PriceRow): Price => ({
  ...row,
  type: row.type as Price['type'],
  input: readStoredRatio(row.input),
  output: readStoredRatio(row.output),
  locked: row.locked === 1,
  extra_ratios: readRatios(row.extra_ratios),
  units: readStoredJson<Price['units']>(row.units, Array.isArray, []).map((unit) => ({
    ...unit,
    price: readStoredRatio(unit.price),
  })),
  steps: readStoredJson<Price['steps']>(row.steps, Array.isArray, []).map(({ above, input, output }) => ({
    above,
    input: readStoredRatio(input),
    output: readStoredRatio(output),
  })),
  tiers: readRatios(row.tiers),
  ...(hours !== '' && { hours: readHours(hours) }),
});

function readHours(json: string): Price['hours'] {
  const stored = readStoredJson<StoredHours | null>(json, isObject, null);
  if (stored === null) return undefined;
  return { ...stored, rules: stored.rules.map((rule) => ({ ...rule, ratio: readStoredRatio(rule.ratio) })) };
}

const readRatios = (json: string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(readStoredJson<object>(json, isObject, {})).map(([name, ratio]) => [
      name,
      readStoredRatio(ratio),
    ]),
  );

/** A price with the state that it is in. */
export function withState(price: Price): PriceView {
  const { type, channel_type, input, output, locked } = price;
  const { units, steps } = price;
  const [extras, tiers] = [price.extra_ratios, price.tiers].map((ratios) =>
    Object.entries(ratios).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const hours = price.hours === undefined ? [] : [hoursText(price.hours)];
  return {
    ...price,
    etag: etagOf([...[type, channel_type, input, output, locked, extras, units, steps, tiers], ...hours]),
  };
}

/** Prices in use, by owner and model. */
export async function listPrices(db: Db): Promise<Price[]> {
  const rows = await db
    .selectFrom('prices')
    .select(columns)
    .orderBy('channel_type')
    .orderBy('model')
    .execute();
  return rows.map(toPriceView);
}

/** @throws price.not_found */
export async function getPrice(db: Db, model: string): Promise<PriceView> {
  const row = await db.selectFrom('prices').select(columns).where('model', '=', model).executeTakeFirst();
  if (row === undefined) throw new GatewayError('price.not_found');
  return withState(toPriceView(row));
}

/** Prices of some models with the versions that they are in. */
export async function findPrices(
  db: Db,
  models: readonly string[],
): Promise<Map<string, { price: Price; version: number }>> {
  const found = new Map<string, { price: Price; version: number }>();
  for (let from = 0; from < models.length; from += MODELS_A_QUERY) {
    const rows = await db
      .selectFrom('prices')
      .select([...columns, 'version'])
      .where('model', 'in', models.slice(from, from + MODELS_A_QUERY))
      .execute();
    for (const { version, ...row } of rows) found.set(row.model, { price: toPriceView(row), version });
  }
  return found;
}

/** Models with a price and models that enabled channels offer, in the order of their names. */
export async function listOfferedModels(db: Db): Promise<string[]> {
  const [prices, channels] = await Promise.all([
    db.selectFrom('prices').select('model').execute(),
    db
      .selectFrom('channels')
      .select('models')
      .where('status', '=', channelStatus.enabled)
      .where('deleted_time', '=', 0)
      .execute(),
  ]);
  const offered = channels.flatMap(({ models }) => models.split(',').map((model) => model.trim()));
  return [...new Set([...prices.map(({ model }) => model), ...offered])]
    .filter((model) => model !== '')
    .sort();
}

/** A price as the table keeps it. */
export function toPriceRow(price: Price) {
  const isByTokens = price.type === 'tokens';
  return {
    model: price.model,
    type: price.type,
    channel_type: price.channel_type,
    input: toDecimalText(price.input),
    // A price per call knows no output. Source: docs/reference/compatibility.md, "Prices".
    output: isByTokens ? toDecimalText(price.output) : '0',
    locked: price.locked ? (1 as const) : (0 as const),
    extra_ratios: writeRatios(price.extra_ratios),
    units: JSON.stringify(price.units.map((unit) => ({ ...unit, price: toDecimalText(unit.price) }))),
    // Nor do steps say anything where tokens cost nothing.
    steps: JSON.stringify(
      (isByTokens ? price.steps : [])
        .toSorted((a, b) => a.above - b.above)
        .map(({ above, input, output }) => ({
          above,
          input: toDecimalText(input),
          output: toDecimalText(output),
        })),
    ),
    tiers: writeRatios(price.tiers),
    hours: price.hours === undefined ? '' : writeHours(price.hours),
  };
}

const writeHours = ({ rules, ...hours }: NonNullable<Price['hours']>): string =>
  JSON.stringify({
    ...hours,
    rules: rules.map((rule) => ({ ...rule, ratio: toDecimalText(rule.ratio) })),
  } satisfies StoredHours);

const writeRatios = (ratios: Readonly<Record<string, number>>): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [name, toDecimalText(ratio)])),
  );
