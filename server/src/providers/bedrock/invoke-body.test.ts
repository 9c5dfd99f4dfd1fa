import { expect, it } from 'vitest';
import { splice } from '../../platform/json/splice.ts';
import { asInvokeBody } from './invoke-body.ts';

const VERSION = '"anthropic_version":"bedrock-2023-05-31"';

it.each([
  ['{"model":"claude","max_tokens":1}', `{${VERSION},"max_tokens":1}`],
  ['{"stream":true,"model":"claude","max_tokens":1}', `{${VERSION},"max_tokens":1}`],
  ['{"model":"claude","stream":true}', `{${VERSION}}`],
  ['{"model":"claude" , "stream" : false , "top_k":1}', `{${VERSION}  , "top_k":1}`],
  ['{"messages":[{"stream":1}],"model":"x"}', `{"messages":[{"stream":1}],${VERSION}}`],
  ['{"mod\\u0065l":"claude"}', '{"mod\\u0065l":"claude"}'],
])('%s is asked as %s', async (text, asked) => {
  const body = Buffer.from(text);
  expect(splice(body, await asInvokeBody(body, { headers: {} })).toString()).toBe(asked);
  JSON.parse(asked);
});

it('says the beta features that Bedrock knows, each once', async () => {
  const body = Buffer.from('{"model":"claude"}');
  const betas = 'effort-2025-11-24,oauth-2025-04-20, effort-2025-11-24';
  expect(splice(body, await asInvokeBody(body, { headers: { 'anthropic-beta': betas } })).toString()).toBe(
    `{${VERSION},"anthropic_beta":["effort-2025-11-24"]}`,
  );
});
