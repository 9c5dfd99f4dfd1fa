import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  unit: '單位',
  unit_1M: '每 1M',
  unit_1K: '每 1K',
  unit_multiplier: '倍率',
  currency: '貨幣',
  input: '輸入',
  output: '輸出',
  cache_read: '快取讀取',
  cache_write: '快取寫入',
  more: '其他',
  free: '免費',
  usualNote: '灰色價格未單獨設定：按輸入價格的通用比例計算，只在上游回報此類用量時收取。',
  perCall: '每次 {{price}}',
  owner: '歸屬',
  ownerUnknown: '未知',
  model: '模型',
  extra_cached_write_1h_tokens: '快取寫入 1 小時',
  extra_input_audio_tokens: '音訊輸入',
  extra_output_audio_tokens: '音訊輸出',
  extra_input_image_tokens: '圖片輸入',
  extra_output_image_tokens: '圖片輸出',
  extra_reasoning_tokens: '推理',
  extra_cached_tokens: '快取',
  extra_cached_read_tokens: '快取讀取',
  extra_cached_write_tokens: '快取寫入',
  extra_input_text_tokens: '文字輸入',
  extra_output_text_tokens: '文字輸出',
};

export default texts;
