import { anthropicProvider } from './anthropic/anthropic-provider.ts';
import type { Provider } from './provider.ts';

/** Reads errors of Anthropic's API at other vendors. */
export const classifyAnthropicError: Provider['classifyError'] = anthropicProvider.classifyError;
