import type { ChannelTypeView } from '@turnpike/contract';
import type { Provider } from '../../providers/provider.ts';
import { providers } from '../../providers/provider-registry.ts';
import { needsAddress } from './channel-rules.ts';

/** Facts about each provider for the channel form, by its name. */
export const listChannelTypes = (): ChannelTypeView[] =>
  providers.map(toChannelType).sort((a, b) => a.label.localeCompare(b.label, 'en'));

function toChannelType(provider: Provider): ChannelTypeView {
  const { typeId, name, label, baseUrl, key, other, models, testModel, dialects = [] } = provider;
  return {
    ...{ id: typeId, name, label },
    base_url: baseUrl,
    base_url_required: needsAddress(provider),
    key: key === null ? 'none' : key.isOptional ? 'optional' : 'required',
    key_parts: [...(key?.parts ?? [])],
    key_example: key?.example ?? '',
    key_site: key?.site ?? '',
    other: other?.means ?? '',
    other_example: other?.example ?? '',
    plugin: [...(provider.plugin?.parameters ?? [])],
    models: [...models],
    test_model: testModel,
    dialects: [...dialects],
    has_model_list: provider.modelList !== undefined,
    has_balance: provider.balance !== undefined,
    is_demo: provider.answerLocally !== undefined,
  };
}
