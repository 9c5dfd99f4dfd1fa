import { modelOwners, owner } from '@turnpike/contract/catalogues/model-owners';

const named = (name: string): number => modelOwners.find((one) => one.name === name)?.id ?? 0;

/** Owners by the names that LiteLLM, models.dev and OpenRouter give the vendors themselves; hosts are none of them. */
const vendorOwners: Readonly<Record<string, number>> = {
  openai: owner.openAi,
  'text-completion-openai': owner.openAi,
  anthropic: owner.anthropic,
  gemini: owner.gemini,
  google: owner.gemini,
  'vertex_ai-language-models': owner.gemini,
  mistral: owner.mistral,
  mistralai: owner.mistral,
  codestral: owner.mistral,
  deepseek: owner.deepSeek,
  dashscope: owner.qwen,
  alibaba: owner.qwen,
  qwen: owner.qwen,
  moonshot: owner.moonshot,
  moonshotai: owner.moonshot,
  minimax: named('MiniMax'),
  zai: owner.zhipu,
  'z-ai': owner.zhipu,
  zhipuai: owner.zhipu,
  cohere: owner.cohere,
  cohere_chat: owner.cohere,
  xai: owner.xAi,
  'x-ai': owner.xAi,
  groq: owner.groq,
  perplexity: owner.perplexity,
  jina_ai: named('Jina'),
  stability: named('Stability AI'),
  recraft: named('RecraftAI'),
  black_forest_labs: named('Flux'),
  meta: named('Meta'),
  meta_llama: named('Meta'),
  'meta-llama': named('Meta'),
  llama: named('Meta'),
  tencent: named('Tencent'),
};

/** Owner of OpenRouter's own models, and of vendors that have no number. */
export const openRouterOwner = named('OpenRouter');

/** @returns undefined for a host of other vendors' models */
export const ownerOfVendor = (name: string): number | undefined => vendorOwners[name] || undefined;
