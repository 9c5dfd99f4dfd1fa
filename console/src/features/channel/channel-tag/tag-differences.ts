/** Labels of what channels of a tag are given together, by their members. */
const labels = {
  models: 'models',
  group: 'group',
  test_model: 'testModel',
  model_mapping: 'mapping',
  disabled_stream: 'noStream',
  only_chat: 'onlyChat',
  dialects: 'dialects',
  proxy: 'proxy',
  cost_ratio: 'costRatio',
  model_cost_ratios: 'modelCosts',
  model_headers: 'headers',
  custom_parameter: 'parameters',
  plugin: 'plugin',
  requests_per_minute: 'ui:limitRequests',
  tokens_per_minute: 'ui:limitTokens',
  parallel_calls: 'ui:limitParallel',
} as const;

/** Labels of the members that a tag's form makes alike; an address stays each channel's own. */
export const differingFields = (members: readonly string[]): (typeof labels)[keyof typeof labels][] =>
  members.flatMap((member) => (member in labels ? [labels[member as keyof typeof labels]] : []));
