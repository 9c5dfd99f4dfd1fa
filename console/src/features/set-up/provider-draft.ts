import { type ChannelInput, type ChannelTypeView, channelInput, defaultDialects } from '@turnpike/contract';
import { z } from 'zod';

const dollars = z.union([z.literal(''), z.number()]);
const MAX_DOLLARS = 10_000;

/** A channel with the price of its models that have none. */
export const firstChannel = channelInput.extend({
  is_free: z.boolean(),
  /** Dollars for a million tokens; empty: not typed yet. */
  input_price: dollars,
  output_price: dollars,
});
export type FirstChannel = z.output<typeof firstChannel>;

/** Code of the fault of a typed price; undefined if it has none. */
export function dollarsFault(typed: number | ''): string | undefined {
  if (typed === '') return 'field.required';
  if (typed < 0) return 'field.too_small|0';
  return typed > MAX_DOLLARS ? `field.too_big|${MAX_DOLLARS}` : undefined;
}

/** A channel with everything that the type already knows filled in. */
export function draftOf(type: ChannelTypeView): FirstChannel {
  return {
    type: type.id,
    name: type.label,
    key: '',
    key_mode: 'channels',
    weight: 1,
    priority: 0,
    base_url: '',
    other: '',
    models: type.models.join(','),
    group: 'default',
    tag: '',
    model_mapping: '',
    test_model: type.test_model,
    disabled_stream: [],
    only_chat: false,
    allow_private_network: false,
    dialects: [...defaultDialects],
    cost_ratio: 0,
    model_cost_ratios: {},
    model_headers: '',
    custom_parameter: '',
    plugin: '',
    proxy: '',
    requests_per_minute: 0,
    tokens_per_minute: 0,
    parallel_calls: 0,
    is_free: false,
    input_price: '',
    output_price: '',
  };
}

/** The model that the first snippets call: the one tested, else the first that is no pattern. */
export function usableModel(channel: Pick<ChannelInput, 'models' | 'test_model'>): string {
  const names = channel.models.split(',').map((name) => name.trim());
  return channel.test_model || (names.find((name) => name !== '' && !name.endsWith('*')) ?? '');
}
