import { MAX_LISTED_PRICES, ownedPrice, type PriceListView } from '@turnpike/contract';
import { toFormError } from '../../http/form-errors.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { AddressError, type GuardedFetch } from '../../platform/guarded-fetch.ts';
import { nextTurn } from '../../platform/turns.ts';

const LIMIT_BYTES = 5 * 2 ** 20;
/** Source: docs/reference/compatibility.md, "Price lists". */
const TIMEOUT_MS = 10_000;
/** Entries checked before other work gets its turn: a few milliseconds. */
const ENTRIES_A_TURN = 200;
/** Entries that are named; the others are counted. */
const NAMED = 20;

/**
 * Reads the price list at a public address: a JSON list, or an object that has it as `data`.
 * @throws price_list.private_network, price_list.unreachable, price_list.too_large, price_list.unreadable
 */
export async function readPriceList(
  guardedFetch: GuardedFetch,
  url: string,
  signal: AbortSignal,
): Promise<PriceListView> {
  try {
    const limits = { limitBytes: LIMIT_BYTES, timeoutMs: TIMEOUT_MS, signal };
    const { bytes } = await guardedFetch(url, limits);
    return await parsePriceList(bytes.toString('utf8'));
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    const code = `price_list.${error.fault}` as const;
    const fields = error.fault === 'private_network' ? [{ field: 'url', code }] : [];
    throw new GatewayError(code, {}, { cause: error, fields });
  }
}

/** @throws price_list.unreadable or price_list.too_large */
async function parsePriceList(text: string): Promise<PriceListView> {
  const entries = entriesOf(text);
  if (entries.length > MAX_LISTED_PRICES) throw new GatewayError('price_list.too_large');
  const view: PriceListView = { prices: [], bad_count: 0, bad: [] };
  const models = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    if (index % ENTRIES_A_TURN === ENTRIES_A_TURN - 1) await nextTurn();
    const { success, data, error } = ownedPrice.safeParse(entry, { reportInput: true });
    if (success && !models.has(data.model)) {
      models.add(data.model);
      view.prices.push(data);
      continue;
    }
    view.bad_count++;
    if (view.bad.length === NAMED) continue;
    const fault = error ? toFormError(error, 'body').fields[0] : { field: 'model', code: 'price.repeated' };
    view.bad.push({ place: index + 1, model: nameOf(entry), field: '', code: 'invalid_value', ...fault });
  }
  return view;
}

function entriesOf(text: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new GatewayError('price_list.unreadable', {}, { cause });
  }
  const list = Array.isArray(value) ? value : (value as { data?: unknown } | null)?.data;
  if (!Array.isArray(list)) throw new GatewayError('price_list.unreadable');
  return list;
}

function nameOf(entry: unknown): string {
  const model = (entry as { model?: unknown } | null)?.model;
  return typeof model === 'string' ? model.slice(0, 100) : '';
}
