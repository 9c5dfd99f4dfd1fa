import { createAlibaba } from '@ai-sdk/alibaba';
import { createAzure } from '@ai-sdk/azure';
import { createCerebras } from '@ai-sdk/cerebras';
import { createDeepSeek } from '@ai-sdk/deepseek';
import { createGroq } from '@ai-sdk/groq';
import { createMistral } from '@ai-sdk/mistral';
import { createMoonshotAI } from '@ai-sdk/moonshotai';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createPerplexity } from '@ai-sdk/perplexity';
import { createTogetherAI } from '@ai-sdk/togetherai';
import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import type { LanguageModel } from 'ai';
import { aiSdkClient } from '../conformance/clients/ai-sdk-clients.ts';
import type { Client } from '../conformance/matrix-types.ts';

/** Where a package asks: `baseURL` ends before `/chat/completions`. */
interface Place {
  apiKey: string;
  baseURL: string;
  fetch: typeof fetch;
}

/** A vendor of recorded answers, and the package by which its own clients know it. */
export interface Vendor {
  /** Begins the names of its recordings. */
  name: string;
  /** Type of its channels. */
  type: number;
  /** Path of its address, before that of the gateway's provider and up to the version. */
  basePath: string;
  /** Path before `/chat/completions`. */
  path: string;
  /** Where the gateway asks it at another path. */
  gatewayPath?(model: string): string;
  channelKey?: string;
  model(place: Place, model: string): LanguageModel;
}

const compatible = (place: Place, model: string): LanguageModel =>
  createOpenAICompatible({ ...place, name: 'vendor', includeUsage: true })(model);

const CUSTOM = 8;

/** Cohere's chat is missing: its recordings are of an API that the gateway does not call. */
export const vendors: readonly Vendor[] = [
  {
    ...{ name: 'alibaba', type: 17, basePath: '', path: '/compatible-mode/v1' },
    model: (place, model) => createAlibaba(place)(model),
  },
  {
    ...{ name: 'azure', type: 55, basePath: '', path: '/openai/v1' },
    model: (place, model) => createAzure(place).chat(model),
  },
  {
    ...{ name: 'cerebras', type: 1006, basePath: '', path: '/v1' },
    model: (place, model) => createCerebras(place)(model),
  },
  {
    ...{ name: 'cloudflare', type: 35, path: '/client/v4/accounts/account/ai/v1' },
    ...{ basePath: '/client/v4/accounts/{account_id}/ai', channelKey: 'account|key-at-vendor' },
    model: compatible,
  },
  {
    ...{ name: 'databricks', type: 54, basePath: '', path: '/serving-endpoints' },
    gatewayPath: (model) => `/serving-endpoints/${model}/invocations`,
    model: compatible,
  },
  {
    ...{ name: 'deepseek', type: 28, basePath: '', path: '' },
    model: (place, model) => createDeepSeek(place)(model),
  },
  {
    ...{ name: 'groq', type: 31, basePath: '/openai', path: '/openai/v1' },
    model: (place, model) => createGroq(place)(model),
  },
  { ...{ name: 'huggingface', type: 1007, basePath: '', path: '/v1' }, model: compatible },
  {
    ...{ name: 'mistral', type: 30, basePath: '', path: '/v1' },
    model: (place, model) => createMistral(place)(model),
  },
  {
    ...{ name: 'moonshotai', type: 29, basePath: '', path: '/v1' },
    model: (place, model) => createMoonshotAI(place)(model),
  },
  { ...{ name: 'ollama', type: 39, basePath: '', path: '/v1' }, model: compatible },
  {
    ...{ name: 'openai', type: 1, basePath: '', path: '/v1' },
    model: (place, model) => createOpenAI(place).chat(model),
  },
  {
    ...{ name: 'openrouter', type: 20, basePath: '/api', path: '/api/v1' },
    model: (place, model) => createOpenRouter({ ...place, compatibility: 'strict' }).chat(model),
  },
  {
    // A channel of the type Perplexity speaks its newer API.
    ...{ name: 'perplexity', type: CUSTOM, basePath: '', path: '/v1' },
    model: (place, model) => createPerplexity(place)(model),
  },
  { ...{ name: 'snowflake', type: CUSTOM, basePath: '', path: '/v1' }, model: compatible },
  {
    ...{ name: 'togetherai', type: 1002, basePath: '', path: '/v1' },
    model: (place, model) => createTogetherAI(place)(model),
  },
  // Its package speaks its newer API only.
  { ...{ name: 'xai', type: 56, basePath: '', path: '/v1' }, model: compatible },
  { ...{ name: 'zhipu', type: 16, basePath: '/api/paas/v4', path: '/api/paas/v4' }, model: compatible },
];

/** The vendor's package; the address of a site stands for all before `/chat/completions`. */
export const clientOf = (vendor: Vendor): Client =>
  aiSdkClient(
    { name: vendor.name, packages: [], dialect: 'openai-chat', lacks: [] },
    {
      model: ({ url, key, fetch, model }) => vendor.model({ apiKey: key, baseURL: url, fetch }, model),
      options: () => ({}),
    },
  );

/** `@ai-sdk/openai`, as it asks OpenAI's newer models, which most vendors take otherwise. */
export const openAiClient: Client = aiSdkClient(
  { name: '@ai-sdk/openai', packages: [], dialect: 'openai-chat', lacks: [] },
  {
    model: ({ url, key, fetch, model }) => createOpenAI({ apiKey: key, baseURL: url, fetch }).chat(model),
    options: () => ({ openai: { forceReasoning: true, reasoningEffort: 'medium' } }),
  },
);
