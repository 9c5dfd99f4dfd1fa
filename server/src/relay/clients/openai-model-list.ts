import type { ListedModel, ModelListFormat } from './model-list-format.ts';

/** `created` of every listed model. Source: docs/reference/compatibility.md, "Relay". */
const CREATED_SECONDS = 1_677_649_963;

const toModel = ({ id, owner }: ListedModel) => ({
  id,
  object: 'model',
  created: CREATED_SECONDS,
  owned_by: owner || 'unknown',
});

/** Source: OpenAI API reference, "Models". */
export const openAiModelList: ModelListFormat = {
  list: (models) => ({ object: 'list', data: models.map(toModel) }),
  one: toModel,
};
