import { type BuiltInPrice, type ListPrice, perCall, perMillion } from './list-price.ts';
import { owner } from './model-owners.ts';

/*
 * List prices of the vendors in US dollars per million tokens, standard tier. Checked in November 2026: unless
 * a group says otherwise, two independently kept public price tables agree on each row; models on which they
 * differ are left out. What a price cannot say is left out too: batch and priority tiers, dearer tiers for very
 * long prompts (from 100 000 to 272 000 tokens on, marked "long"), and fees for searches.
 */
const list = (ownerId: number, prices: Readonly<Record<string, ListPrice>>): BuiltInPrice[] =>
  Object.entries(prices).map(([model, price]) => perMillion(model, ownerId, price));

// Source: developers.openai.com, pricing.
const gpt4o = { input: '2.50', output: '10', cacheRead: '1.25' };
const gpt4oMini = { input: '0.15', output: '0.60', cacheRead: '0.075' };
const gpt41 = { input: '2', output: '8', cacheRead: '0.50' };
const gpt41Mini = { input: '0.40', output: '1.60', cacheRead: '0.10' };
const gpt41Nano = { input: '0.10', output: '0.40', cacheRead: '0.025' };
const gpt5 = { input: '1.25', output: '10', cacheRead: '0.125' };
const gpt5Mini = { input: '0.25', output: '2', cacheRead: '0.025' };
const gpt5Nano = { input: '0.05', output: '0.40', cacheRead: '0.005' };
const gpt52 = { input: '1.75', output: '14', cacheRead: '0.175' };
const gptAudio = { input: '2.50', output: '10', audioInput: '32', audioOutput: '64' };
const openAi = list(owner.openAi, {
  'gpt-6.1-sol': { input: '2', output: '10', cacheRead: '0.10', cacheWrite: '2.50' }, // long
  'gpt-6.1-terra': { input: '1', output: '5', cacheRead: '0.05', cacheWrite: '1.25' }, // long
  'gpt-6-astra': { input: '10', output: '50', cacheRead: '1', cacheWrite: '12.50' }, // long
  'gpt-6-sol': { input: '2', output: '10', cacheRead: '0.20', cacheWrite: '2.50' }, // long
  'gpt-6-luna': { input: '0.10', output: '0.50', cacheRead: '0.01', cacheWrite: '0.125' }, // long
  'gpt-5.6-sol': { input: '4', output: '20', cacheRead: '0.40', cacheWrite: '5' }, // long
  'gpt-5.6-terra': { input: '2', output: '12', cacheRead: '0.20', cacheWrite: '2.50' }, // long
  'gpt-5.6-luna': { input: '0.20', output: '1.20', cacheRead: '0.02', cacheWrite: '0.25' }, // long
  'gpt-5.5': { input: '5', output: '30', cacheRead: '0.50' }, // long
  'gpt-5.5-pro': { input: '30', output: '180' }, // long
  'gpt-5.4': { input: '2.50', output: '15', cacheRead: '0.25' }, // long
  'gpt-5.4-pro': { input: '30', output: '180' }, // long
  'gpt-5.4-mini': { input: '0.75', output: '4.50', cacheRead: '0.075' },
  'gpt-5.4-nano': { input: '0.20', output: '1.25', cacheRead: '0.02' },
  'gpt-5.3-codex': gpt52,
  'gpt-5.2': gpt52,
  'gpt-5.2-pro': { input: '21', output: '168' },
  'gpt-5.1': gpt5,
  'gpt-5': gpt5,
  'gpt-5-2025-08-07': gpt5,
  'gpt-5-pro': { input: '15', output: '120' },
  'gpt-5-mini': gpt5Mini,
  'gpt-5-mini-2025-08-07': gpt5Mini,
  'gpt-5-nano': gpt5Nano,
  'gpt-5-nano-2025-08-07': gpt5Nano,
  'gpt-4.1': gpt41,
  'gpt-4.1-2025-04-14': gpt41,
  'gpt-4.1-mini': gpt41Mini,
  'gpt-4.1-mini-2025-04-14': gpt41Mini,
  'gpt-4.1-nano': gpt41Nano,
  'gpt-4.1-nano-2025-04-14': gpt41Nano,
  'gpt-4o': gpt4o,
  'gpt-4o-2024-11-20': gpt4o,
  'gpt-4o-2024-08-06': gpt4o,
  'gpt-4o-2024-05-13': { input: '5', output: '15' },
  'gpt-4o-mini': gpt4oMini,
  'gpt-4o-mini-2024-07-18': gpt4oMini,
  'gpt-audio': gptAudio,
  'gpt-audio-mini': { input: '0.60', output: '2.40', audioInput: '10', audioOutput: '20' },
  'gpt-4-turbo': { input: '10', output: '30' },
  'gpt-4': { input: '30', output: '60' },
  'gpt-3.5-turbo': { input: '0.50', output: '1.50' },
  o1: { input: '15', output: '60', cacheRead: '7.50' },
  'o1-pro': { input: '150', output: '600' },
  o3: gpt41,
  'o3-pro': { input: '20', output: '80' },
  'o3-mini': { input: '1.10', output: '4.40', cacheRead: '0.55' },
  'o4-mini': { input: '1.10', output: '4.40', cacheRead: '0.275' },
  'text-embedding-3-large': { input: '0.13' },
  'text-embedding-3-small': { input: '0.02' },
  'text-embedding-ada-002': { input: '0.10' },
});

// Source: platform.claude.com, pricing. Of Claude 3, 4.0 and 4.1 only one table still has a row.
const claude = (
  input: string,
  output: string,
  cacheRead: string,
  cacheWrite: string,
  cacheWrite1h: string,
) => ({
  input,
  output,
  cacheRead,
  cacheWrite,
  cacheWrite1h,
});
const opus4 = claude('15', '75', '1.50', '18.75', '30');
const opus45 = claude('5', '25', '0.50', '6.25', '10');
const sonnet = claude('3', '15', '0.30', '3.75', '6');
const haiku45 = claude('1', '5', '0.10', '1.25', '2');
const haiku35 = claude('0.80', '4', '0.08', '1', '1.60');
const anthropic = list(owner.anthropic, {
  'claude-fable-5-1': claude('10', '50', '0.25', '12.50', '20'),
  'claude-fable-5': claude('10', '50', '1', '12.50', '20'),
  'claude-opus-5-5': claude('4', '20', '0.20', '5', '8'),
  'claude-opus-5': opus45,
  'claude-opus-4-8': opus45,
  'claude-opus-4-7': opus45,
  'claude-opus-4-6': opus45,
  'claude-opus-4-5': opus45,
  'claude-opus-4-5-20251101': opus45,
  'claude-opus-4-1': opus4,
  'claude-opus-4-1-20250805': opus4,
  'claude-opus-4-20250514': opus4,
  'claude-sonnet-5-5': claude('2', '10', '0.10', '2.50', '4'),
  'claude-sonnet-5': claude('2', '10', '0.20', '2.50', '4'),
  'claude-sonnet-4-6': sonnet,
  'claude-sonnet-4-5': sonnet,
  'claude-sonnet-4-5-20250929': sonnet,
  'claude-sonnet-4-20250514': sonnet,
  'claude-3-7-sonnet-20250219': sonnet,
  'claude-3-5-sonnet-20241022': sonnet,
  'claude-haiku-5-5': claude('0.10', '0.50', '0.01', '0.125', '0.20'), // long
  'claude-haiku-4-5': haiku45,
  'claude-haiku-4-5-20251001': haiku45,
  'claude-3-5-haiku-20241022': haiku35,
  'claude-3-haiku-20240307': claude('0.25', '1.25', '0.03', '0.30', '0.50'),
});

// Source: ai.google.dev, Gemini API pricing. Of Gemini 2.0 only one table still has a row.
const gemini38Flash = { input: '0.75', output: '3.75', cacheRead: '0.075', audioInput: '0.75' };
const gemini31Pro = { input: '2', output: '12', cacheRead: '0.20', audioInput: '2' };
const gemini35FlashLite = { input: '0.30', output: '2.50', cacheRead: '0.03', audioInput: '0.30' };
const gemini = list(owner.gemini, {
  'gemini-4-argon': { input: '2', output: '10', cacheRead: '0.10', audioInput: '2' },
  'gemini-3.8-flash': gemini38Flash,
  'gemini-3.7-flash': gemini38Flash,
  'gemini-3.6-flash': gemini38Flash,
  'gemini-3.5-flash': { input: '1.50', output: '9', cacheRead: '0.15', audioInput: '1.50' },
  'gemini-3.5-flash-lite': gemini35FlashLite,
  'gemini-3.1-pro-preview': gemini31Pro, // long
  'gemini-3.1-flash-lite': { input: '0.25', output: '1.50', cacheRead: '0.025', audioInput: '0.50' },
  'gemini-3-flash-preview': { input: '0.50', output: '3', cacheRead: '0.05', audioInput: '1' },
  'gemini-2.5-pro': { input: '1.25', output: '10', cacheRead: '0.125', audioInput: '1.25' }, // long
  'gemini-2.5-flash': { input: '0.30', output: '2.50', cacheRead: '0.03', audioInput: '1' },
  'gemini-2.5-flash-lite': { input: '0.10', output: '0.40', cacheRead: '0.01', audioInput: '0.30' },
  'gemini-2.0-flash': { input: '0.10', output: '0.40', cacheRead: '0.025', audioInput: '0.70' },
  'gemini-2.0-flash-lite': { input: '0.075', output: '0.30', audioInput: '0.075' },
  'gemini-embedding-001': { input: '0.15' },
});

// Source: api-docs.deepseek.com, pricing. V4 is cheaper by half outside Chinese office hours; the full price
// stands here. The two older names are at their last price, which one table has.
const deepSeekFlash = { input: '0.30', output: '1.20', cacheRead: '0.006' };
const deepSeekV32 = { input: '0.28', output: '0.42', cacheRead: '0.028' };
const deepSeek = list(owner.deepSeek, {
  'deepseek-v4-pro': { input: '1.32', output: '3.96', cacheRead: '0.044' },
  'deepseek-v4-flash': deepSeekFlash,
  'deepseek-flash': deepSeekFlash,
  'deepseek-chat': deepSeekV32,
  'deepseek-reasoner': deepSeekV32,
});

// Source: mistral.ai, pricing.
const mistralMedium = { input: '1.50', output: '7.50', cacheRead: '0.15' };
const mistralSmall = { input: '0.15', output: '0.60', cacheRead: '0.015' };
const mistral = list(owner.mistral, {
  'mistral-large-2512': { input: '0.50', output: '1.50', cacheRead: '0.05' },
  'mistral-medium-latest': mistralMedium,
  'mistral-medium-3-5': mistralMedium,
  'mistral-small-latest': mistralSmall,
  'mistral-small-2603': mistralSmall,
  'codestral-2508': { input: '0.30', output: '0.90', cacheRead: '0.03' },
  'ministral-14b-2512': { input: '0.20', output: '0.20', cacheRead: '0.02' },
  'ministral-8b-2512': { input: '0.15', output: '0.15', cacheRead: '0.015' },
  'ministral-3b-2512': { input: '0.10', output: '0.10', cacheRead: '0.01' },
  'mistral-embed': { input: '0.10' },
  'codestral-embed-2505': { input: '0.15', cacheRead: '0.015' },
});

// Source: groq.com, pricing. The Llama models are in one table.
const groq = list(owner.groq, {
  'openai/gpt-oss-120b': { input: '0.15', output: '0.60', cacheRead: '0.075' },
  'openai/gpt-oss-20b': { input: '0.075', output: '0.30', cacheRead: '0.0375' },
  'qwen/qwen3.8-27b': { input: '0.80', output: '4' },
  'llama-3.3-70b-versatile': { input: '0.59', output: '0.79' },
  'llama-3.1-8b-instant': { input: '0.05', output: '0.08' },
  'meta-llama/llama-4-maverick-17b-128e-instruct': { input: '0.20', output: '0.60' },
  'meta-llama/llama-4-scout-17b-16e-instruct': { input: '0.11', output: '0.34' },
});

// Source: docs.x.ai, models.
const grok4 = { input: '1.25', output: '2.50', cacheRead: '0.20' };
const grok47 = { input: '2', output: '6', cacheRead: '0.50' };
const xAi = list(owner.xAi, {
  'grok-4.7': grok47, // long
  'grok-4.6': grok47, // long
  'grok-4.5': { input: '2', output: '6', cacheRead: '0.30' }, // long
  'grok-4.3': grok4, // long
  'grok-4.20': grok4, // long
  'grok-build-0.1': { input: '1', output: '2', cacheRead: '0.20' }, // long
});

// Source: platform.kimi.ai, pricing. Of the first K2 models only one table still has a row.
const kimiK2 = { input: '0.60', output: '2.50', cacheRead: '0.15' };
const moonshot = list(owner.moonshot, {
  'kimi-k3.1-pro': { input: '2', output: '10', cacheRead: '0.20', cacheWrite: '2', cacheWrite1h: '4' },
  'kimi-k3': { input: '3', output: '15', cacheRead: '0.30', cacheWrite: '3', cacheWrite1h: '6' },
  'kimi-k2.7-code': { input: '0.95', output: '4', cacheRead: '0.19' },
  'kimi-k2.6': { input: '0.95', output: '4', cacheRead: '0.16' },
  'kimi-k2.5': { input: '0.60', output: '3', cacheRead: '0.10' },
  'kimi-k2-thinking': kimiK2,
  'kimi-k2-0905-preview': kimiK2,
  'moonshot-v1-8k': { input: '0.20', output: '2' },
  'moonshot-v1-32k': { input: '1', output: '3' },
  'moonshot-v1-128k': { input: '2', output: '5' },
});

// Source: alibabacloud.com, Model Studio, international. One table; the newest also in the launch notices.
const qwen = list(owner.qwen, {
  'qwen3.8-max': { input: '2', output: '6', cacheRead: '0.25' },
  'qwen3.7-max': { input: '2.50', output: '7.50', cacheRead: '0.50', cacheWrite: '3.125' },
  'qwen-max': { input: '1.60', output: '6.40' },
  'qwen-plus': { input: '0.40', output: '1.20' },
  'qwen-turbo': { input: '0.05', output: '0.20' },
  'qwq-plus': { input: '0.80', output: '2.40' },
  'qwen3-next-80b-a3b-instruct': { input: '0.15', output: '1.20' },
  'qwen3-next-80b-a3b-thinking': { input: '0.15', output: '1.20' },
});

// Source: docs.z.ai, pricing.
const glm46 = { input: '0.60', output: '2.20', cacheRead: '0.11' };
const glm51 = { input: '1.40', output: '4.40', cacheRead: '0.26' };
const zhipu = list(owner.zhipu, {
  'glm-5.3': glm51,
  'glm-5.3-flash': { input: '0.15', output: '0.50', cacheRead: '0.03' },
  'glm-5.2': glm51,
  'glm-5.1': glm51,
  'glm-5': { input: '1', output: '3.20', cacheRead: '0.20' },
  'glm-4.7': glm46,
  'glm-4.6': glm46,
  'glm-4.5': glm46,
  'glm-4.5-air': { input: '0.20', output: '1.10', cacheRead: '0.03' },
});

// Source: cohere.com, pricing. A rerank call is one search of up to 100 documents; its price and that of the
// third embedding are in one table.
const cohere = [
  ...list(owner.cohere, {
    'command-a-03-2025': { input: '2.50', output: '10' },
    'command-r-plus-08-2024': { input: '2.50', output: '10' },
    'command-r-08-2024': { input: '0.15', output: '0.60' },
    'command-r7b-12-2024': { input: '0.0375', output: '0.15' },
    'embed-v4.0': { input: '0.12' },
    'embed-english-v3.0': { input: '0.10' },
    'embed-multilingual-v3.0': { input: '0.10' },
  }),
  perCall('rerank-v3.5', owner.cohere, '0.002'),
];

// Source: docs.perplexity.ai, pricing. The vendor's fee for the search comes on top and is not part of it.
const perplexity = list(owner.perplexity, {
  sonar: { input: '1', output: '1' },
  'sonar-pro': { input: '3', output: '15' },
  'sonar-reasoning-pro': { input: '2', output: '8' },
});

// The built-in demo provider costs nothing upstream; a price lets a new owner see a charge.
const demo = list(owner.demo, {
  'demo-chat': { input: '2', output: '6' },
  'demo-embedding': { input: '0.20' },
});

/** Prices that a new installation starts with, one a model. */
export const builtInPrices: readonly BuiltInPrice[] = [
  ...openAi,
  ...anthropic,
  ...gemini,
  ...deepSeek,
  ...mistral,
  ...groq,
  ...xAi,
  ...moonshot,
  ...qwen,
  ...zhipu,
  ...cohere,
  ...perplexity,
  ...demo,
];
