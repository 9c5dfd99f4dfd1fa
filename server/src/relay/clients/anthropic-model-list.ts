import { fieldError } from '../../platform/gateway-error.ts';
import type { ListedModel, ModelListFormat } from './model-list-format.ts';

/**
 * `created_at` of every listed model, the same moment as in OpenAI's list. Source:
 * docs/reference/compatibility.md, "Relay".
 */
const CREATED = '2023-03-01T05:52:43Z';
/** The vendor's own default is 20; clients that show a choice of models read one page only. */
const MAX_PAGE_SIZE = 1000;

const toModel = ({ id }: ListedModel) => ({
  type: 'model',
  id,
  display_name: id,
  created_at: CREATED,
  lifecycle: 'active',
  // Unknown for a model that several channels may serve.
  capabilities: null,
  max_input_tokens: null,
  max_tokens: null,
});

/** Source: Claude API reference, "List Models". */
export const anthropicModelList: ModelListFormat = {
  list(models, query) {
    const parameters = new URLSearchParams(query);
    const limit = readLimit(parameters.get('limit'));
    const before = parameters.get('before_id');
    const rest =
      before === null ? modelsAfter(models, parameters.get('after_id')) : modelsBefore(models, before);
    // Models before an id are listed backwards from it, nearest first.
    const page = before === null ? rest.slice(0, limit) : rest.slice(-limit);
    return {
      data: page.map(toModel),
      has_more: rest.length > page.length,
      first_id: page[0]?.id ?? null,
      last_id: page.at(-1)?.id ?? null,
    };
  },
  one: toModel,
};

/** @throws request.invalid */
function readLimit(text: string | null): number {
  if (text === null) return MAX_PAGE_SIZE;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_PAGE_SIZE) throw fieldError('limit', 'out_of_range');
  return limit;
}

/** @throws request.invalid if there is no such model */
const modelsAfter = (models: readonly ListedModel[], id: string | null): readonly ListedModel[] =>
  id === null ? models : models.slice(placeOf(models, id, 'after_id') + 1);

const modelsBefore = (models: readonly ListedModel[], id: string): readonly ListedModel[] =>
  models.slice(0, placeOf(models, id, 'before_id'));

function placeOf(models: readonly ListedModel[], id: string, parameter: string): number {
  const place = models.findIndex((model) => model.id === id);
  if (place === -1) throw fieldError(parameter, 'not_found');
  return place;
}
