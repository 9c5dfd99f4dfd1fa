import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  contextHead: 'コンテキスト → 最大出力',
  abilities: '機能',
  source: '出典',
  inputToOutput: '{{input}} → {{output}}',
  contextTokens: 'コンテキスト {{tokens}}\u00a0トークン',
  sourceTitle: '出典：{{source}}',
  can_vision: '画像',
  can_video: '動画',
  can_audio: '音声',
  can_pdf: 'PDF',
  can_image_output: '画像生成',
  can_audio_output: '音声生成',
  can_tools: 'ツール',
  can_reasoning: '推論',
  can_json: 'JSON',
  can_search: '検索',
  can_caching: 'キャッシュ',
  kind_chat: 'チャット',
  kind_embedding: '埋め込み',
  kind_image: '画像生成',
  kind_transcription: '文字起こし',
  kind_speech: '音声合成',
  kind_realtime: 'リアルタイム',
  kind_rerank: 'リランク',
  kind_ocr: 'OCR',
  kind_video: '動画生成',
};

export default texts;
