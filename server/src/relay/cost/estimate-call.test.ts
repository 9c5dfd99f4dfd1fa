import { describe, expect, it } from 'vitest';
import { chargeOf } from '../../billing/charge.ts';
import { ONE } from '../../billing/decimal.ts';
import { toPrice } from '../../billing/price-book.ts';
import { noUsage, type Usage } from '../../billing/usage.ts';
import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { JsonScanner } from '../../platform/json/json-scanner.ts';
import { LearnedTraits } from '../learned/model-traits.ts';
import { maxQuote, mostUse } from './estimate-call.ts';

const OUTPUT_TOKENS = 100;
const price = toPrice({
  ...{
    model: 'm',
    version: 1,
    type: 'tokens',
    channel_type: 1,
    extra_ratios: '{}',
    units: '[]',
    steps: '[]',
    tiers: '{}',
    hours: '',
  },
  ...{ input: '1', output: '2' },
});

/** Points held for a request with one message of these parts. */
function heldFor({ parts, model = 'm', ...members }: { parts: unknown[]; model?: string }): number {
  const messages = [{ role: 'user', content: parts }];
  const body = Buffer.from(JSON.stringify({ model: 'm', messages, max_tokens: OUTPUT_TOKENS, ...members }));
  const { members: read, notices } = openAiChat;
  const scan = new JsonScanner({ members: read, notices });
  scan.feed(body);
  scan.end();
  const facts = openAiChat.readFacts({ address: { model: null, verb: null, query: '' }, body, scan });
  const route = { channel: { id: 1 }, upstreamModel: model, price } as Route;
  const call = { routes: [route], payingGroup: { ratio: ONE } as never };
  const outputTokens = facts.maxOutputTokens ?? 0;
  return maxQuote(call, () => mostUse(facts, route, { outputTokens, traits: new LearnedTraits() }));
}

const charged = (usage: Partial<Usage>): number => chargeOf({ ...noUsage(), ...usage }, price, ONE).points;

const base64 = (bytes: number): string =>
  Buffer.from(
    Array.from({ length: (bytes / 4) * 3 }, (_, index) => (index * 73 + (index >> 7)) & 0xff),
  ).toString('base64');
const picture = (url: string) => ({ type: 'image_url', image_url: { url } });
const sound = (data: string) => ({ type: 'input_audio', input_audio: { data, format: 'mp3' } });
const file = (members: object) => ({ type: 'file', file: members });
const text = { type: 'text', text: 'What is this?' };
const output = { textOutput: OUTPUT_TOKENS };

describe('what is held for a request covers what its upstream can report at most', () => {
  it.each([
    {
      what: 'a picture at an address, at Claude',
      request: { parts: [text, picture('https://example.com/a.png')] },
      usage: { textInput: 10, imageInput: 4_784, ...output },
    },
    {
      what: 'a large picture at an address, at Qwen-VL',
      request: { parts: [picture('https://example.com/a.png')] },
      usage: { imageInput: 16_384, ...output },
    },
    {
      what: 'a picture at gpt-4o-mini, which counts 33 times as many tokens',
      request: { parts: [picture('https://example.com/a.png')], model: 'gpt-4o-mini-2024-07-18' },
      usage: { textInput: 2_833 + 8 * 5_667, ...output },
    },
    {
      what: 'twenty inlined pictures',
      request: { parts: new Array(20).fill(picture(`data:image/png;base64,${base64(8_000)}`)) },
      usage: { imageInput: 20 * 4_784, ...output },
    },
    {
      what: 'a minute of speech at 6 kbit/s, at Gemini',
      request: { parts: [sound(base64(60_000))] },
      usage: { audioInput: 60 * 32, ...output },
    },
    {
      what: 'a second of speech, which Mistral counts as thirty',
      request: { parts: [sound(base64(1_000))] },
      usage: { audioInput: 375, ...output },
    },
    {
      what: 'a PDF of ten dense pages, at Claude',
      request: { parts: [file({ file_data: `data:application/pdf;base64,${base64(40_000)}` })] },
      usage: { textInput: 10 * 900, imageInput: 10 * 1_600, ...output },
    },
    {
      what: 'a file that was uploaded elsewhere',
      request: { parts: [file({ file_id: 'file-1' })] },
      usage: { textInput: 100 * 2_481, ...output },
    },
    {
      what: 'text that looks like a file',
      request: { parts: [{ type: 'text', text: base64(100_000) }] },
      usage: { textInput: 70_000, ...output },
    },
    {
      what: 'tools whose text is all in names',
      request: {
        parts: [text],
        tools: [{ type: 'function', function: { parameters: { ['word '.repeat(2_000)]: {} } } }],
      },
      usage: { textInput: 2_020, ...output },
    },
    {
      what: 'an answer in sound',
      request: { parts: [text], modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'mp3' } },
      usage: { textInput: 10, audioOutput: OUTPUT_TOKENS },
    },
    {
      what: 'an answer with pictures',
      request: { parts: [text], modalities: ['image', 'text'] },
      usage: { textInput: 10, imageOutput: OUTPUT_TOKENS },
    },
    {
      what: 'a prompt that is written to a cache for an hour',
      request: {
        parts: [{ type: 'text', text: 'word '.repeat(1_000), cache_control: { type: 'ephemeral' } }],
      },
      usage: { cacheWrite1h: 1_000, ...output },
    },
  ])('$what', ({ request, usage }) => {
    expect(heldFor(request)).toBeGreaterThanOrEqual(charged(usage));
  });

  it('a picture of 2 MB is held as a picture, not as its letters', () => {
    expect(heldFor({ parts: [picture(`data:image/png;base64,${base64(2_000_000)}`)] })).toBeLessThan(17_000);
  });

  it('parameters of tools with the names of media are held as text', () => {
    const properties = { image_url: { type: 'string' }, file_id: { type: 'string' } };
    const tools = [{ type: 'function', function: { name: 'send', parameters: { properties } } }];
    expect(heldFor({ parts: [text], ...{ tools } })).toBeLessThan(2 * OUTPUT_TOKENS + 150);
  });

  it('a request of text is held as text', () => {
    expect(heldFor({ parts: [text] })).toBeLessThan(2 * OUTPUT_TOKENS + 50);
  });
});
