import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  contextHead: '上下文 → 最長輸出',
  abilities: '能力',
  source: '資料來源',
  inputToOutput: '{{input}} → {{output}}',
  contextTokens: '上下文 {{tokens}} token',
  sourceTitle: '來源：{{source}}',
  can_vision: '圖片',
  can_video: '影片',
  can_audio: '音訊',
  can_pdf: 'PDF',
  can_image_output: '生成圖片',
  can_audio_output: '生成音訊',
  can_tools: '工具',
  can_reasoning: '推理',
  can_json: 'JSON',
  can_search: '搜尋',
  can_caching: '快取',
  kind_chat: '對話',
  kind_embedding: '嵌入',
  kind_image: '生成圖片',
  kind_transcription: '語音轉寫',
  kind_speech: '語音合成',
  kind_realtime: '即時',
  kind_rerank: '重新排序',
  kind_ocr: 'OCR',
  kind_video: '生成影片',
};

export default texts;
