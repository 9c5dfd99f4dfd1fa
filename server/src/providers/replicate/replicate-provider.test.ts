import { expect, it } from 'vitest';
import { replicateProvider } from './replicate-provider.ts';

// Missing: a dialect of predictions for conversations. Their input differs by model, and a stream is a second request.
it.fails('language models are called by their names', () => {
  expect(replicateProvider.forms.some(({ dialect }) => dialect.conversation !== null)).toBe(true);
});
