import { expect, it } from 'vitest';
import { readUpstreamFailure } from '../../dialects/upstream-failure.ts';
import { stabilityProvider } from './stability-provider.ts';

it.each([
  ['{"id":"1","name":"content_moderation","errors":["Flagged"]}', 'upstream.content_filter'],
  ['{"id":"1","name":"permission_denied","errors":["No"]}', undefined],
])('%s is %s', (body, code) => {
  expect(stabilityProvider.classifyError?.(readUpstreamFailure(403, body))).toBe(code);
});
