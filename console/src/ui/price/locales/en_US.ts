import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  unit: 'Unit',
  unit_1M: 'per 1M',
  unit_1K: 'per 1K',
  unit_multiplier: 'Multiplier',
  currency: 'Currency',
  input: 'Input',
  output: 'Output',
  cache_read: 'Cache read',
  cache_write: 'Cache write',
  more: 'More',
  free: 'Free',
  usualNote:
    'Grey prices are not set for the model: the usual share of its input price holds, and only where a provider reports such tokens.',
  perCall: '{{price}} per call',
  owner: 'Owner',
  ownerUnknown: 'Unknown',
  model: 'Model',
  extra_cached_write_1h_tokens: 'Cache write 1 h',
  extra_input_audio_tokens: 'Audio input',
  extra_output_audio_tokens: 'Audio output',
  extra_input_image_tokens: 'Image input',
  extra_output_image_tokens: 'Image output',
  extra_reasoning_tokens: 'Reasoning',
  extra_cached_tokens: 'Cache',
  extra_cached_read_tokens: 'Cache read',
  extra_cached_write_tokens: 'Cache write',
  extra_input_text_tokens: 'Text input',
  extra_output_text_tokens: 'Text output',
};

export default texts;
