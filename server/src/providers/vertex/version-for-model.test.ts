import { expect, it } from 'vitest';
import { splice } from '../../platform/json/splice.ts';
import { versionForModel } from './version-for-model.ts';

it.each([
  ['{"model":"claude","max_tokens":1}', '{"anthropic_version":"vertex-2023-10-16","max_tokens":1}'],
  [
    '{"messages":[{"model":"x"}], "model" : "claude" }',
    '{"messages":[{"model":"x"}], "anthropic_version":"vertex-2023-10-16" }',
  ],
  ['{"mod\\u0065l":"claude"}', '{"mod\\u0065l":"claude"}'],
])('%s is asked as %s', async (text, asked) => {
  const body = Buffer.from(text);
  expect(splice(body, await versionForModel(body)).toString()).toBe(asked);
  JSON.parse(asked);
});
