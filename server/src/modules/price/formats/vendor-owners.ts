import { modelOwners } from '@turnpike/contract/catalogues/model-owners';

const named = (name: string): number => modelOwners.find((one) => one.name === name)?.id ?? 0;

/** Owners by the names that LiteLLM, models.dev and OpenRouter give the vendors themselves; hosts are none of them. */
const vendorOwners: ReadonlyMap<string, number> = new Map(
  Object.entries({
    openai: named('OpenAI'),
    'text-completion-openai': named('OpenAI'),
    anthropic: named('Anthropic'),
    gemini: named('Google Gemini'),
    google: named('Google Gemini'),
    'vertex_ai-language-models': named('Google Gemini'),
    mistral: named('Mistral'),
    mistralai: named('Mistral'),
    codestral: named('Mistral'),
    deepseek: named('DeepSeek'),
    dashscope: named('Qwen'),
    alibaba: named('Qwen'),
    qwen: named('Qwen'),
    moonshot: named('Moonshot'),
    moonshotai: named('Moonshot'),
    minimax: named('MiniMax'),
    zai: named('Zhipu'),
    'z-ai': named('Zhipu'),
    zhipuai: named('Zhipu'),
    cohere: named('Cohere'),
    cohere_chat: named('Cohere'),
    xai: named('xAI'),
    'x-ai': named('xAI'),
    groq: named('Groq'),
    perplexity: named('Perplexity'),
    jina_ai: named('Jina'),
    stability: named('Stability AI'),
    recraft: named('RecraftAI'),
    black_forest_labs: named('Flux'),
    meta: named('Meta'),
    meta_llama: named('Meta'),
    'meta-llama': named('Meta'),
    llama: named('Meta'),
    tencent: named('Tencent'),
  }),
);

/** Owner of OpenRouter's own models, and of vendors that have no number. */
export const openRouterOwner = named('OpenRouter');

/** @returns undefined for a host of other vendors' models */
export const ownerOfVendor = (name: string): number | undefined => vendorOwners.get(name);
