import { expect, it } from 'vitest';
import { NOTHING_ASKED } from '../billing/charge.ts';
import { JsonScanner } from '../platform/json/json-scanner.ts';
import { splice } from '../platform/json/splice.ts';
import { nameModel, oneWholeAnswer } from './without-conversation.ts';

it.each([
  ['{}', '{"model":"u"}'],
  ['{"n":"1"}', '{"n":"1","model":"u"}'],
  ['{"model":"m"}', '{"model":"u"}'],
])('%s names the upstream’s model as %s', (text, expected) => {
  const body = Buffer.from(text);
  const scan = new JsonScanner({ members: new Set(['model']) });
  scan.feed(body);
  const facts = {
    ...oneWholeAnswer,
    ...{ model: 'm', inputTokens: 0, likelyInputTokens: 0, leastInputTokens: 0, media: null },
    asks: NOTHING_ASKED,
  };
  const options = { upstreamModel: 'u', outputLimit: null, asksUsage: false };
  const address = { model: null, query: '' } as never;
  expect(splice(body, nameModel({ address, body, scan }, facts, options)).toString()).toBe(expected);
});
