import { afterAll, beforeAll, describe } from 'vitest';
import {
  type DocumentedVendor,
  describeProvider,
  type ProviderWorld,
  StrictUpstream,
} from '../../test/suites/provider-suite.ts';
import { startTestGateway } from '../../test/support/test-gateway.ts';
import { providers } from '../providers/provider-registry.ts';

/** The demo answers by itself. */
const vendors: Readonly<Record<string, DocumentedVendor>> = {
  dashscope: {
    auth: { authorization: 'Bearer sk-…' },
    model: 'qwen-plus',
    at: {
      'openai-chat': 'https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions',
      'openai-embeddings': 'https://dashscope.aliyuncs.com/compatible-mode/v1/embeddings',
    },
  },
  gemini: {
    auth: { 'x-goog-api-key': 'AIza…' },
    model: 'gemini-2.5-flash',
    at: {
      gemini: {
        url: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent',
        streamUrl:
          'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
      },
      'gemini-count': 'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:countTokens',
      'gemini-embeddings':
        'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:embedContent',
      'gemini-batch-embeddings':
        'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:batchEmbedContents',
    },
  },
  groq: {
    auth: { authorization: 'Bearer gsk_…' },
    model: 'llama-3.1-8b-instant',
    at: {
      'openai-chat': 'https://api.groq.com/openai/v1/chat/completions',
      'openai-responses': 'https://api.groq.com/openai/v1/responses',
    },
  },
};

let world: ProviderWorld;
beforeAll(async () => {
  world = { gateway: await startTestGateway(), upstream: await StrictUpstream.start(), priced: new Set() };
});
afterAll(async () => {
  await world.gateway.stop();
  await world.upstream.fake.stop();
});

describe.each(Object.entries(vendors))('%s', (name, vendor) => {
  const provider = providers.find((one) => one.name === name);
  if (provider === undefined) throw new Error(`there is no provider ${name}`);
  describeProvider(provider, vendor, () => world);
});
