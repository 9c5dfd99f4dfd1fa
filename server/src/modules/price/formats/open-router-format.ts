import { isRecord, type ListedCosts, type ListFormat, newCosts, toListedPrice } from './listed-costs.ts';
import { BadCost, readUsd } from './usd.ts';
import { openRouterOwner, ownerOfVendor } from './vendor-owners.ts';

/** Costs of a token by what OpenRouter calls them. */
const extras = {
  input_cache_read: 'cached_read_tokens',
  input_cache_write: 'cached_write_tokens',
  internal_reasoning: 'reasoning_tokens',
  audio: 'input_audio_tokens',
  audio_output: 'output_audio_tokens',
  image_token: 'input_image_tokens',
  image_output: 'output_image_tokens',
} as const;

/**
 * OpenRouter's list of models: `{data: [{id, pricing}]}`, decimal texts in US dollars a token, request or search.
 * Source: OpenRouter API reference, "List available models".
 */
export const openRouterFormat: ListFormat<{ data: unknown[] }> = {
  name: 'openrouter',
  fits: (value): value is { data: unknown[] } =>
    isRecord(value) &&
    Array.isArray(value.data) &&
    value.data.some((one) => isRecord(one) && isRecord(one.pricing)),
  *read({ data }) {
    for (const [index, entry] of data.entries()) {
      const model = isRecord(entry) && typeof entry.id === 'string' ? entry.id : '';
      const at = { place: index + 1, model };
      try {
        if (!isRecord(entry) || !isRecord(entry.pricing)) throw new BadCost('pricing', 'required');
        const { price, unsaid } = toListedPrice(costsOf(model, entry.pricing));
        yield price === undefined
          ? { ...at, fault: { field: 'pricing', code: 'price_list.no_price' } }
          : { ...at, price, unsaid };
      } catch (error) {
        if (!(error instanceof BadCost)) throw error;
        yield { ...at, fault: { field: error.field, code: error.code } };
      }
    }
  },
};

function costsOf(model: string, pricing: Record<string, unknown>): ListedCosts {
  const costs = newCosts(model, ownerOfVendor(model.split('/', 1)[0] ?? '') ?? openRouterOwner);
  for (const [field, value] of Object.entries(pricing)) {
    if (field === 'overrides') readOverrides(costs, value);
    else if (field === 'discount') {
      // The prices are those after it.
    } else {
      const usd = readUsd(value, field);
      const extra = extras[field as keyof typeof extras];
      if (field === 'prompt') costs.input = usd;
      else if (field === 'completion') costs.output = usd;
      else if (usd === 0n) continue;
      else if (extra !== undefined) costs.extras.set(extra, { usd, field });
      else if (field === 'request') costs.units.push({ kind: 'call', variant: '', usd });
      else if (field === 'web_search') costs.units.push({ kind: 'web_search', variant: '', usd });
      // A picture of the input, among others: they are counted in tokens here.
      else costs.unsaid.push(field);
    }
  }
  return costs;
}

/** Other prices for long inputs. */
function readOverrides(costs: ListedCosts, value: unknown): void {
  for (const one of Array.isArray(value) ? value : []) {
    const { min_prompt_tokens: from, prompt, completion } = isRecord(one) ? one : {};
    if (typeof from !== 'number' || prompt === undefined || completion === undefined) {
      costs.unsaid.push('overrides');
      continue;
    }
    costs.steps.push({
      above: Math.max(1, from - 1),
      input: readUsd(prompt, 'overrides'),
      output: readUsd(completion, 'overrides'),
    });
  }
}
