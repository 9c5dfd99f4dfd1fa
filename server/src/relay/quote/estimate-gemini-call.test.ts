import { describe, expect, it } from 'vitest';
import { chargeOf } from '../../billing/charge.ts';
import { ONE } from '../../billing/decimal.ts';
import { toPrice } from '../../billing/price-book.ts';
import { noUsage, type Usage } from '../../billing/usage.ts';
import { gemini } from '../../dialects/gemini/gemini.ts';
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
    channel_type: 1,
    extra_ratios: '{}',
    units: '[]',
    steps: '[]',
    tiers: '{}',
    hours: '',
  },
  ...{ input: '1', output: '2' },
});

/** Points held for a request with one content of these parts. */
function heldFor({ parts, ...members }: { parts: unknown[]; [member: string]: unknown }): number {
  const generationConfig = { maxOutputTokens: OUTPUT_TOKENS };
  const body = Buffer.from(
    JSON.stringify({ contents: [{ role: 'user', parts }], generationConfig, ...members }),
  );
  const scan = new JsonScanner({ members: gemini.members, notices: gemini.notices });
  scan.feed(body);
  scan.end();
  const address = { model: 'm', verb: 'generateContent', query: '' };
  const facts = gemini.readFacts({ address, body, scan });
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
const inlined = (mimeType: string | undefined, data: string) => ({ inlineData: { mimeType, data } });
const linked = (mimeType?: string) => ({ fileData: { mimeType, fileUri: 'https://example.com/a' } });
const text = { text: 'What is this?' };
const output = { textOutput: OUTPUT_TOKENS };

describe('what is held for a request of Gemini covers what Google can report at most', () => {
  it.each([
    {
      what: 'a picture at an address',
      request: { parts: [text, linked('image/png')] },
      usage: { textInput: 10, imageInput: 2_240, ...output },
    },
    {
      what: 'twenty inlined pictures, spelt as the fields of the message',
      request: {
        parts: new Array(20).fill({ inline_data: { mime_type: 'image/jpeg', data: base64(8_000) } }),
      },
      usage: { imageInput: 20 * 2_240, ...output },
    },
    {
      what: 'a minute of speech at 6 kbit/s',
      request: { parts: [inlined('audio/ogg', base64(60_000))] },
      usage: { audioInput: 60 * 32, ...output },
    },
    {
      what: 'nine hours of sound at an address',
      request: { parts: [linked('audio/mp3')] },
      usage: { audioInput: 990_000, ...output },
    },
    {
      what: 'an hour of video at an address',
      request: { parts: [linked('video/mp4')] },
      usage: { imageInput: 3_600 * 258, audioInput: 0, textInput: 3_600 * 16, ...output },
    },
    {
      what: 'an address that says nothing of its type',
      request: { parts: [linked()] },
      usage: { textInput: 990_000, ...output },
    },
    {
      what: 'a PDF of a thousand pages at an address',
      request: { parts: [linked('application/pdf')] },
      usage: { textInput: 1_000 * 900, ...output },
    },
    {
      what: 'an inlined PDF of forty dense pages',
      request: { parts: [inlined('application/pdf', base64(40_000))] },
      usage: { textInput: 40 * 900, imageInput: 40 * 1_120, ...output },
    },
    {
      what: 'an inlined text, or one of an unknown type',
      request: { parts: [inlined('text/csv', base64(400_000)), inlined('x/odd', base64(400_000))] },
      usage: { textInput: 430_000, ...output },
    },
    {
      what: 'a cached content, which the request does not show',
      request: { parts: [text], cachedContent: 'cachedContents/abc' },
      usage: { textInput: 10, cacheRead: 990_000, ...output },
    },
    {
      what: 'text that looks like a file',
      request: { parts: [{ text: base64(100_000) }] },
      usage: { textInput: 70_000, ...output },
    },
    {
      what: 'tools whose text is all in names',
      request: {
        parts: [text],
        tools: [{ functionDeclarations: [{ name: 'f', parameters: { ['word '.repeat(2_000)]: {} } }] }],
      },
      usage: { textInput: 2_020, ...output },
    },
    {
      what: 'a schema of the answer whose text is all in names',
      request: {
        parts: [text],
        generationConfig: {
          ...{ maxOutputTokens: OUTPUT_TOKENS, responseMimeType: 'application/json' },
          responseSchema: { type: 'OBJECT', properties: { ['word '.repeat(2_000)]: {} } },
        },
      },
      usage: { textInput: 2_020, ...output },
    },
    {
      what: 'the result of a function whose text is all in names and numbers',
      request: {
        parts: [
          {
            functionResponse: {
              name: 'f',
              response: { ['word '.repeat(2_000)]: Array.from({ length: 2_000 }, (_, at) => at * 7_919) },
            },
          },
        ],
      },
      usage: { textInput: 2_000 + 2_000 * 4, ...output },
    },
    {
      what: 'pages that a tool reads',
      request: { parts: [text], tools: [{ urlContext: {} }] },
      usage: { textInput: 200_000, ...output },
    },
    {
      what: 'a signature of thinking, at what it stands for',
      request: { parts: [{ text: 'a', thoughtSignature: base64(20_000) }] },
      usage: { textInput: 4_600, ...output },
    },
    {
      what: 'an answer in sound, by three candidates',
      request: {
        parts: [text],
        generationConfig: {
          ...{ maxOutputTokens: OUTPUT_TOKENS, candidateCount: 3 },
          responseModalities: ['AUDIO'],
        },
      },
      usage: { textInput: 10, audioOutput: 3 * OUTPUT_TOKENS },
    },
  ])('$what', ({ request, usage }) => {
    expect(heldFor(request)).toBeGreaterThanOrEqual(charged(usage));
  });

  it('a picture of 2 MB is held as a picture, not as its letters, also beside a long signature', () => {
    const picture = inlined('image/png', base64(2_000_000));
    expect(heldFor({ parts: [picture] })).toBeLessThan(17_000);
    expect(heldFor({ parts: [picture, { text: 'a', thoughtSignature: base64(20_000) }] })).toBeLessThan(
      25_000,
    );
  });

  it('parameters of tools with the names of media are held as text', () => {
    const properties = { inlineData: { type: 'STRING' }, fileData: { type: 'STRING' } };
    const tools = [{ functionDeclarations: [{ name: 'send', parameters: { type: 'OBJECT', properties } }] }];
    expect(heldFor({ parts: [text], tools })).toBeLessThan(2 * OUTPUT_TOKENS + 150);
  });

  it('a request of text is held as text, and a call of a function with little more', () => {
    expect(heldFor({ parts: [text] })).toBeLessThan(2 * OUTPUT_TOKENS + 60);
    const call = { functionCall: { name: 'f', args: { city: 'Paris' } } };
    expect(heldFor({ parts: [text, call] })).toBeLessThan(2 * OUTPUT_TOKENS + 120);
  });
});
