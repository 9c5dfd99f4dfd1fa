import { MAX_LISTED_PRICES, ownedPrice, type Price, type PriceListView } from '@turnpike/contract';
import { toFormError } from '../../../http/form-errors.ts';
import { unstorableTexts } from '../../../http/unstorable-texts.ts';
import { GatewayError } from '../../../platform/gateway-error.ts';
import { nextTurn } from '../../../platform/turns.ts';
import type { ListedPrice, ListFormat } from './listed-costs.ts';
import { liteLlmFormat } from './litellm-format.ts';
import { modelsDevFormat } from './models-dev-format.ts';
import { openRouterFormat } from './open-router-format.ts';
import { pricesFormat } from './prices-format.ts';

/** Entries checked before other work gets its turn: a few milliseconds. */
const ENTRIES_A_TURN = 200;
/** Entries that are named with what a price cannot say; the others are counted. */
const NAMED_UNSAID = 200;

/** The first that fits counts: OpenRouter's list is one of prices too, from outside. */
const formats: readonly {
  name: ListFormat<never>['name'];
  fits: (value: unknown) => boolean;
  read: (value: never) => Iterable<ListedPrice | 'left_out'>;
}[] = [openRouterFormat, pricesFormat, modelsDevFormat, liteLlmFormat];

/**
 * Reads a price list of any known format, detected from its content. Every entry that is not a price is reported.
 * @throws price_list.unreadable or price_list.too_large
 */
export async function parsePriceList(text: string): Promise<PriceListView> {
  const value = parseJson(text);
  const format = formats.find((one) => one.fits(value));
  if (format === undefined) throw new GatewayError('price_list.unreadable');
  const view: PriceListView = {
    format: format.name,
    prices: [],
    bad_count: 0,
    bad: [],
    left_out_count: 0,
    unsaid_count: 0,
    unsaid: [],
  };
  const models = new Set<string>();
  let count = 0;
  for (const entry of format.read(value as never)) {
    count += 1;
    if (count % ENTRIES_A_TURN === 0) await nextTurn();
    if (entry === 'left_out') view.left_out_count += 1;
    else takeEntry(view, models, entry);
    if (view.prices.length + view.bad_count > MAX_LISTED_PRICES)
      throw new GatewayError('price_list.too_large');
  }
  return view;
}

function takeEntry(view: PriceListView, models: Set<string>, entry: ListedPrice): void {
  const { place, model, unsaid = [] } = entry;
  const checked = checkEntry(entry, models);
  if ('fault' in checked) {
    view.bad_count += 1;
    view.bad.push({ place, model: model.slice(0, 100), ...checked.fault });
    return;
  }
  models.add(checked.price.model);
  view.prices.push(checked.price);
  if (unsaid.length === 0) return;
  view.unsaid_count += 1;
  if (view.unsaid.length < NAMED_UNSAID) {
    view.unsaid.push({ model: checked.price.model, fields: [...unsaid] });
  }
}

/** @param models those that the list has named before */
function checkEntry(
  { fault, price }: ListedPrice,
  models: ReadonlySet<string>,
): { price: Price } | { fault: { field: string; code: string } } {
  if (fault !== undefined) return { fault };
  const { success, data, error } = ownedPrice.safeParse(price, { reportInput: true });
  if (!success) {
    return { fault: toFormError(error, 'body').fields[0] ?? { field: '', code: 'invalid_value' } };
  }
  const [unstorable] = unstorableTexts(data, 'body');
  if (unstorable !== undefined) return { fault: unstorable };
  return models.has(data.model) ? { fault: { field: 'model', code: 'price.repeated' } } : { price: data };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new GatewayError('price_list.unreadable', {}, { cause });
  }
}
