/** The maker or operator of a model; the number is a price's `channel_type`. */
export interface ModelOwner {
  id: number;
  name: string;
  /** Name of a picture that the console ships; the empty text: none. */
  icon: string;
}

/**
 * Rows that are made at the start when missing. Their numbers are one-hub's channel type numbers; 901 and 1000 are ours,
 * in the range up to 1000 that is reserved for built-in rows. Source: docs/reference/compatibility.md, "Model owners".
 */
export const modelOwners: readonly ModelOwner[] = [
  { id: 1, name: 'OpenAI', icon: 'openai' },
  { id: 11, name: 'Google PaLM', icon: 'palm' },
  { id: 14, name: 'Anthropic', icon: 'anthropic' },
  { id: 15, name: 'Baidu', icon: 'baidu' },
  { id: 16, name: 'Zhipu', icon: 'zhipu' },
  { id: 17, name: 'Qwen', icon: 'qwen' },
  { id: 18, name: 'Spark', icon: 'spark' },
  { id: 19, name: '360', icon: 'ai360' },
  { id: 20, name: 'OpenRouter', icon: 'openrouter' },
  { id: 23, name: 'Tencent', icon: 'tencent' },
  { id: 25, name: 'Google Gemini', icon: 'gemini' },
  { id: 26, name: 'Baichuan', icon: 'baichuan' },
  { id: 27, name: 'MiniMax', icon: 'minimax' },
  { id: 28, name: 'DeepSeek', icon: 'deepseek' },
  { id: 29, name: 'Moonshot', icon: 'moonshot' },
  { id: 30, name: 'Mistral', icon: 'mistral' },
  { id: 31, name: 'Groq', icon: 'groq' },
  { id: 33, name: 'Yi', icon: 'yi' },
  { id: 34, name: 'Midjourney', icon: 'midjourney' },
  { id: 35, name: 'Cloudflare AI', icon: 'cloudflare' },
  { id: 36, name: 'Cohere', icon: 'cohere' },
  { id: 37, name: 'Stability AI', icon: 'stability' },
  { id: 38, name: 'Coze', icon: 'coze' },
  { id: 39, name: 'Ollama', icon: 'ollama' },
  { id: 40, name: 'Hunyuan', icon: 'hunyuan' },
  { id: 41, name: 'Suno', icon: 'suno' },
  { id: 43, name: 'Meta', icon: 'meta' },
  { id: 44, name: 'Ideogram', icon: 'ideogram' },
  { id: 45, name: 'Siliconflow', icon: 'siliconflow' },
  { id: 46, name: 'Flux', icon: 'flux' },
  { id: 47, name: 'Jina', icon: 'jina' },
  { id: 48, name: 'Rerank', icon: '' },
  { id: 51, name: 'RecraftAI', icon: 'recraft' },
  { id: 53, name: 'Kling', icon: 'kling' },
  { id: 56, name: 'xAI', icon: 'xai' },
  { id: 901, name: 'Perplexity', icon: 'perplexity' },
  { id: 1000, name: 'Demo', icon: '' },
];

export const modelOwnerById: ReadonlyMap<number, ModelOwner> = new Map(
  modelOwners.map((each) => [each.id, each]),
);
