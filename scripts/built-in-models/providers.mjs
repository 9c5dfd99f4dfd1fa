import { modelOwners } from '../../contract/src/catalogues/model-owners.ts';

const ownerId = (name) => modelOwners.find((owner) => owner.name === name).id;

/**
 * Sections of LiteLLM's list; the first one that has a model wins. Each has the owner of the models, the vendor's name in
 * model-prices, and exclusions.
 */
export const providers = [
  { section: 'openai', owner: ownerId('OpenAI'), other: 'openai', skip: /^ft:|^container/ },
  { section: 'text-completion-openai', owner: ownerId('OpenAI'), other: 'openai', skip: /^ft:/ },
  { section: 'anthropic', owner: ownerId('Anthropic'), other: 'anthropic' },
  { section: 'gemini', owner: ownerId('Google Gemini'), other: 'google', skip: /^gemini-gemma|learnlm|-exp/ },
  { section: 'deepseek', owner: ownerId('DeepSeek'), other: 'deepseek', skip: /^search$/ },
  { section: 'mistral', owner: ownerId('Mistral'), other: 'mistral', skip: /glm|deepseek/ },
  { section: 'xai', owner: ownerId('xAI'), other: 'xai', skip: /beta|experimental|-gv2/ },
  { section: 'moonshot', owner: ownerId('Moonshot'), other: 'moonshotai' },
  { section: 'dashscope', owner: ownerId('Qwen'), other: 'alibaba', skip: /^(deepseek|glm|kimi|happyhorse)/ },
  { section: 'zai', owner: ownerId('Zhipu'), other: 'zai' },
  { section: 'bigmodel', owner: ownerId('Zhipu'), other: 'zai' },
  { section: 'minimax', owner: ownerId('MiniMax'), other: 'minimax' },
  { section: 'cohere', owner: ownerId('Cohere'), other: 'cohere' },
  { section: 'cohere_chat', owner: ownerId('Cohere'), other: 'cohere' },
  { section: 'perplexity', owner: ownerId('Perplexity'), other: 'perplexity', take: /^sonar/ },
  { section: 'groq', owner: ownerId('Groq') },
  { section: 'cloudflare', owner: ownerId('Cloudflare AI'), take: /^@/ },
  { section: 'meta_llama', owner: ownerId('Meta') },
  { section: 'stability', owner: ownerId('Stability AI'), take: /^(sd3|stable)/ },
  { section: 'black_forest_labs', owner: ownerId('Flux') },
  { section: 'jina_ai', owner: ownerId('Jina') },
  { section: 'recraft', owner: ownerId('RecraftAI') },
];

/** Models on which the lists differ, and whose price in LiteLLM's list is believed, with the reason. */
export const believed = new Map([
  // The other list has the price outside of Chinese office hours, half of the full one.
  ['deepseek-v4-pro', 'full price'],
  ['deepseek-v4-flash', 'full price'],
  ['deepseek-v4-flash-vision-exp', 'full price'],
  ['deepseek-flash', 'full price'],
  // docs.perplexity.ai, "Pricing": 1 USD for a million tokens in and out.
  ['sonar', "vendor's page"],
]);
