import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  unit: '単位',
  unit_1M: '1M\u00a0あたり',
  unit_1K: '1K\u00a0あたり',
  unit_multiplier: '倍率',
  currency: '通貨',
  input: '入力',
  output: '出力',
  cache_read: 'キャッシュ読取',
  cache_write: 'キャッシュ書込',
  more: 'その他',
  free: '無料',
  usualNote:
    '灰色の料金はモデルごとには設定されていません。入力料金に標準の比率を掛けた額で、プロバイダーがその使用量を報告した場合だけ課金されます。',
  perCall: '1\u00a0回 {{price}}',
  owner: '提供元',
  ownerUnknown: '不明',
  model: 'モデル',
  extra_cached_write_1h_tokens: '書込（1\u00a0時間）',
  extra_input_audio_tokens: '音声入力',
  extra_output_audio_tokens: '音声出力',
  extra_input_image_tokens: '画像入力',
  extra_output_image_tokens: '画像出力',
  extra_reasoning_tokens: '推論',
  extra_cached_tokens: 'キャッシュ',
  extra_cached_read_tokens: 'キャッシュ読取',
  extra_cached_write_tokens: 'キャッシュ書込',
  extra_input_text_tokens: 'テキスト入力',
  extra_output_text_tokens: 'テキスト出力',
};

export default texts;
