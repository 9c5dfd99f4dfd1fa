import { anthropicProvider } from './anthropic/anthropic-provider.ts';
import { customProvider } from './custom-provider.ts';
import { demoProvider } from './demo/demo-provider.ts';
import { geminiProvider } from './gemini/gemini-provider.ts';
import { openAiProvider } from './openai/openai-provider.ts';
import type { Provider } from './provider.ts';

const providers: readonly Provider[] = [
  openAiProvider,
  customProvider,
  demoProvider,
  anthropicProvider,
  geminiProvider,
];

const byTypeId: ReadonlyMap<number, Provider> = new Map(
  providers.map((provider) => [provider.typeId, provider]),
);

/** The code for a channel's type, or undefined when there is none. */
export const findProvider = (typeId: number): Provider | undefined => byTypeId.get(typeId);
