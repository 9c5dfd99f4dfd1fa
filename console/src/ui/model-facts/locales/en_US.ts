import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  contextHead: 'Context → output',
  abilities: 'Abilities',
  source: 'Source',
  inputToOutput: '{{input}} → {{output}}',
  contextTokens: '{{tokens}} tokens',
  sourceTitle: 'Source: {{source}}',
  can_vision: 'vision',
  can_video: 'video',
  can_audio: 'audio',
  can_pdf: 'PDF',
  can_image_output: 'image output',
  can_audio_output: 'audio output',
  can_tools: 'tools',
  can_reasoning: 'reasoning',
  can_json: 'JSON',
  can_search: 'search',
  can_caching: 'caching',
  kind_chat: 'chat',
  kind_embedding: 'embeddings',
  kind_image: 'image generation',
  kind_transcription: 'transcription',
  kind_speech: 'speech',
  kind_realtime: 'realtime',
  kind_rerank: 'rerank',
  kind_ocr: 'OCR',
  kind_video: 'video generation',
};

export default texts;
