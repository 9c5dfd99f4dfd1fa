import { describe, expect, it } from 'vitest';
import { chargeOf } from '../../billing/charge.ts';
import { ONE } from '../../billing/decimal.ts';
import { toPrice } from '../../billing/price-book.ts';
import { noUsage, type Usage } from '../../billing/usage.ts';
import { anthropicMessages } from '../../dialects/anthropic-messages/anthropic-messages.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { maxQuote, mostUse } from '../cost/estimate-call.ts';
import { LearnedTraits } from '../learned/model-traits.ts';

const OUTPUT_TOKENS = 100;
const price = toPrice({
  ...{
    model: 'm',
    version: 1,
    type: 'tokens',
    channel_type: 14,
    extra_ratios: '{}',
    units: '[]',
    steps: '[]',
    tiers: '{}',
    hours: '',
  },
  ...{ input: '1', output: '2' },
});

/** Points held for a request with one message of these blocks. */
function heldFor({ blocks, ...members }: { blocks: unknown[] } & Record<string, unknown>): number {
  const messages = [{ role: 'user', content: blocks }];
  const body = Buffer.from(JSON.stringify({ model: 'm', messages, max_tokens: OUTPUT_TOKENS, ...members }));
  const { members: read, notices } = anthropicMessages;
  const scan = new JsonScanner({ members: read, notices });
  scan.feed(body);
  scan.end();
  const address = { model: null, verb: null, query: '' };
  const facts = anthropicMessages.readFacts({ address, body, scan });
  const route = { channel: { id: 1 }, upstreamModel: 'm', price } as Route;
  const call = { routes: [route], payingGroup: { ratio: ONE } as never };
  const outputTokens = facts.maxOutputTokens ?? 0;
  return maxQuote(call, () => mostUse(facts, route, { outputTokens, traits: new LearnedTraits() }));
}

const charged = (usage: Partial<Usage>): number => chargeOf({ ...noUsage(), ...usage }, price, ONE).points;

const base64 = (bytes: number): string =>
  Buffer.from(
    Array.from({ length: (bytes / 4) * 3 }, (_, index) => (index * 73 + (index >> 7)) & 0xff),
  ).toString('base64');
const inlined = (media_type: string, bytes: number) => ({ type: 'base64', media_type, data: base64(bytes) });
const linked = { type: 'url', url: 'https://example.com/a' };
const uploaded = { type: 'file', file_id: 'file_011CNha8iCJcU1wXNR6q4V8w' };
const image = (source: object) => ({ type: 'image', source });
const document = (source: object) => ({ type: 'document', source });
const result = (content: unknown) => ({ type: 'tool_result', tool_use_id: 'toolu_1', content });
const text = { type: 'text', text: 'What is this?' };
const output = { textOutput: OUTPUT_TOKENS };
const CONTEXT = 1_000_000;

describe('what is held for messages covers what Claude can report at most', () => {
  it.each<{ what: string; request: Parameters<typeof heldFor>[0]; usage: Partial<Usage> }>([
    {
      what: 'a picture, inlined',
      request: { blocks: [text, image(inlined('image/png', 40_000))] },
      usage: { textInput: 10 + 4_784, ...output },
    },
    {
      what: 'a small picture, inlined',
      request: { blocks: [image(inlined('image/png', 400))] },
      usage: { textInput: 4_784, ...output },
    },
    {
      what: 'pictures at addresses and uploaded before',
      request: { blocks: [image(linked), image(uploaded)] },
      usage: { textInput: 2 * 4_784, ...output },
    },
    {
      what: 'pictures in a result of a tool',
      request: { blocks: [result([text, image(inlined('image/jpeg', 9_000)), image(linked)])] },
      usage: { textInput: 10 + 2 * 4_784, ...output },
    },
    {
      what: 'a PDF of ten dense pages',
      request: { blocks: [document(inlined('application/pdf', 40_000))] },
      usage: { textInput: 10 * 2_500, ...output },
    },
    {
      what: 'a PDF in a result of a tool',
      request: { blocks: [result([document(inlined('application/pdf', 40_000))])] },
      usage: { textInput: 10 * 2_500, ...output },
    },
    {
      what: 'a PDF at an address, which may fill the largest context',
      request: { blocks: [document(linked)] },
      usage: { textInput: CONTEXT, ...output },
    },
    {
      what: 'a document that was uploaded before',
      request: { blocks: [document(uploaded)] },
      usage: { textInput: CONTEXT, ...output },
    },
    {
      what: 'a document at an address beside an input of a tool that speaks of others',
      request: {
        blocks: [
          { type: 'tool_use', id: 'a', name: 'f', input: { media_type: 'text/plain', type: 'content' } },
          document(linked),
        ],
      },
      usage: { textInput: CONTEXT, ...output },
    },
    {
      what: 'a document of text',
      request: {
        blocks: [document({ type: 'text', media_type: 'text/plain', data: 'word '.repeat(3_000) })],
      },
      usage: { textInput: 3_000, ...output },
    },
    {
      what: 'a document of blocks, a picture among them',
      request: { blocks: [document({ type: 'content', content: [text, image(linked)] })] },
      usage: { textInput: 10 + 4_784, ...output },
    },
    {
      what: 'text that looks like a file',
      request: { blocks: [{ type: 'text', text: base64(100_000) }] },
      usage: { textInput: 70_000, ...output },
    },
    {
      what: 'a call of a tool whose text is all in names',
      request: { blocks: [{ type: 'tool_use', id: 'a', name: 'f', input: { ['word '.repeat(2_000)]: 1 } }] },
      usage: { textInput: 2_010, ...output },
    },
    {
      what: 'the same beside a picture',
      request: {
        blocks: [
          { type: 'tool_use', id: 'a', name: 'f', input: { ['word '.repeat(20_000)]: 1 } },
          image(inlined('image/png', 40_000)),
        ],
      },
      usage: { textInput: 20_000 + 4_784, ...output },
    },
    {
      what: 'a call of a tool that is all numbers',
      request: {
        blocks: [{ type: 'tool_use', id: 'a', name: 'f', input: { rows: new Array(2_000).fill(1234567) } }],
      },
      usage: { textInput: 4_000, ...output },
    },
    {
      what: 'tools whose text is all in names',
      request: {
        blocks: [text],
        tools: [{ name: 'f', input_schema: { type: 'object', properties: { ['word '.repeat(2_000)]: {} } } }],
      },
      usage: { textInput: 2_020, ...output },
    },
    {
      what: 'a schema of the answer whose text is all in names',
      request: {
        blocks: [text],
        output_config: { format: { type: 'json_schema', schema: { ['word '.repeat(2_000)]: {} } } },
      },
      usage: { textInput: 2_020, ...output },
    },
    {
      what: 'a prompt that is written to a cache for an hour',
      request: {
        blocks: [text],
        system: [
          { type: 'text', text: 'word '.repeat(1_000), cache_control: { type: 'ephemeral', ttl: '1h' } },
        ],
      },
      usage: { cacheWrite1h: 1_010, ...output },
    },
    {
      what: 'a prompt that is cached as a whole',
      request: {
        blocks: [{ type: 'text', text: 'word '.repeat(1_000) }],
        cache_control: { type: 'ephemeral' },
      },
      usage: { cacheWrite1h: 1_000, ...output },
    },
    {
      what: 'thinking, which is inside of the limit',
      request: { blocks: [text], thinking: { type: 'enabled', budget_tokens: 64 } },
      usage: { textInput: 10, reasoningOutput: OUTPUT_TOKENS },
    },
  ])('$what', ({ request, usage }) => {
    expect(heldFor(request)).toBeGreaterThanOrEqual(charged(usage));
  });

  it('a picture of 2 MB is held as a picture, not as its letters', () => {
    expect(heldFor({ blocks: [image(inlined('image/png', 2_000_000))] })).toBeLessThan(17_000);
  });

  it('documents are held as no more than a context, however many they are', () => {
    expect(heldFor({ blocks: new Array(20).fill(document(linked)) })).toBeLessThan(1.01 * CONTEXT);
  });

  it('a document of text is held as text', () => {
    const source = { type: 'text', media_type: 'text/plain', data: 'word '.repeat(300) };
    expect(heldFor({ blocks: [document(source)] })).toBeLessThan(2 * OUTPUT_TOKENS + 700);
  });

  it('parameters of tools with the names of media are held as text', () => {
    const properties = { type: { enum: ['image'] }, media_type: { const: 'application/pdf' } };
    const tools = [{ name: 'send', input_schema: { type: 'object', properties } }];
    expect(heldFor({ blocks: [text], tools })).toBeLessThan(2 * OUTPUT_TOKENS + 150);
  });

  it('a request of text is held as text, one that fills a cache without an answer', () => {
    expect(heldFor({ blocks: [text] })).toBeLessThan(2 * OUTPUT_TOKENS + 60);
    expect(heldFor({ blocks: [text], max_tokens: 0 })).toBeLessThan(60);
  });
});
