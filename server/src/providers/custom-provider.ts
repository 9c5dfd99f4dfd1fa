import type { CustomDialect } from '@turnpike/contract';
import { anthropicProvider } from './anthropic/anthropic-provider.ts';
import { geminiProvider } from './gemini/gemini-provider.ts';
import {
  chatForm,
  completionsForm,
  embeddingsForm,
  openAiProvider,
  responsesForms,
} from './openai/openai-provider.ts';
import { defineProvider, type Form, type Provider, type ProviderChannel } from './provider.ts';

/**
 * Any address that speaks as one or several vendors do; a channel's `dialects` say which. `/v1/embeddings` is always
 * there: no other dialect's clients ask for it.
 */
export const customProvider = defineProvider({
  channelType: 'custom',
  headers: openAiProvider.headers,
  forms: [
    { ...chatForm, needs: 'openai-chat' },
    embeddingsForm,
    { ...completionsForm, needs: 'openai-completions' },
    ...responsesForms.map((form): Form => ({ ...form, needs: 'openai-responses' })),
    ...formsOf(anthropicProvider, { needs: 'anthropic-messages', headers: eitherKey }),
    ...formsOf(geminiProvider, { needs: 'gemini', headers: geminiProvider.headers }),
  ],
  classifyError: openAiProvider.classifyError,
});

/** Servers that speak Anthropic's dialect look for the key in one of two headers; each is sent. */
function eitherKey(channel: ProviderChannel): Record<string, string> {
  return { ...openAiProvider.headers(channel), ...anthropicProvider.headers(channel) };
}

function formsOf(
  { forms, classifyError }: Provider,
  own: { needs: CustomDialect; headers: (channel: ProviderChannel) => Record<string, string> },
): Form[] {
  return forms.map((form) => ({ ...form, ...own, classifyError }));
}
