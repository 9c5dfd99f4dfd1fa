import type { Ask, AskedTool, Feature, VendorAnswer } from './matrix-types.ts';

export type Way = 'whole' | 'streamed';

/** Outcomes of a call other than a plain answer. */
export type Trouble = 'refused' | 'busy' | 'fails in the stream' | 'is left';

/** One row of the tables. */
export interface Case {
  name: string;
  /** The shown feature, in a few words. */
  shows: string;
  ways: readonly Way[];
  ask: Omit<Ask, 'stream'>;
  /** The vendor's answer in each turn. After calls, the next turn has their results. */
  answers: readonly VendorAnswer[];
  /** Feature that package and vendor must support. */
  needs?: Feature;
  trouble?: Trouble;
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
/** Long enough to be kept apart from the rest of its request. */
const PDF = Buffer.from(`%PDF-1.4\n${'% a page of a paper\n'.repeat(300)}%%EOF`).toString('base64');

const toolOf = (name: string, description: string, member: string): AskedTool => ({
  ...{ name, description },
  schema: { type: 'object', properties: { [member]: { type: 'string' } }, required: [member] },
});
const tools = [
  toolOf('get_weather', 'Weather of a city', 'city'),
  toolOf('get_time', 'Time of a zone', 'zone'),
];

/** Result of each tool. */
export const toolResults: Readonly<Record<string, string>> = {
  get_weather: '12 °C, "rain"',
  get_time: 'noon',
};

const asking: Omit<Ask, 'stream'> = {
  ...{
    system: 'Be kind, and short.',
    says: [{ text: 'Grüße! What is it like in Paris, 世界?' }],
    limit: 4_000,
  },
  ...{ tools: [], thinks: false, schema: null, stop: [] },
};
const hello = (end: VendorAnswer['end'] = 'end'): VendorAnswer => ({
  parts: [{ text: 'Hello, "world" — 你好\n🙂!' }],
  end,
});
const weather = { call: 'get_weather', input: { city: 'Saint-Étienne "sur" Loire' } };
const time = { call: 'get_time', input: { zone: 'CET' } };
const told: VendorAnswer = { parts: [{ text: 'It rains at noon.' }], end: 'end' };
const both = ['whole', 'streamed'] as const;

const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, degrees: { type: 'number' } },
  required: ['city', 'degrees'],
  additionalProperties: false,
};

export const cases: readonly Case[] = [
  {
    name: 'plain',
    shows:
      'the vendor receives a system prompt, a text and a token limit; text, end reason and tokens are returned',
    ways: ['whole'],
    ask: asking,
    answers: [hello()],
  },
  { name: 'stream', shows: 'the same, streamed', ways: ['streamed'], ask: asking, answers: [hello()] },
  {
    name: 'tools',
    shows:
      'the answer has a text and a tool call; the result is sent back, and the vendor can match it to its call',
    ways: both,
    ask: { ...asking, tools },
    answers: [{ parts: [{ text: 'Let me see.' }, weather], end: 'tools' }, told],
  },
  {
    name: 'parallel tools',
    shows: 'one answer has two calls, and both results are sent back',
    ways: both,
    ask: { ...asking, tools },
    answers: [{ parts: [weather, time], end: 'tools' }, told],
  },
  {
    name: 'thinking and tools over two turns',
    shows: 'thinking is requested and shown; its signature returns to the vendor unchanged, with the results',
    ways: both,
    ask: { ...asking, tools, thinks: true },
    answers: [
      { parts: [{ thinking: 'The weather first, then the clock.' }, weather, time], end: 'tools' },
      told,
    ],
  },
  {
    name: 'image',
    shows: 'the vendor receives a PNG byte for byte',
    ways: both,
    ask: { ...asking, says: [{ text: 'What is this?' }, { image: PNG }] },
    answers: [hello()],
  },
  {
    name: 'PDF',
    shows: 'the vendor receives a document byte for byte',
    ways: both,
    ask: { ...asking, says: [{ text: 'Sum it up.' }, { pdf: PDF }] },
    answers: [hello()],
  },
  {
    name: 'structured output',
    shows: 'the vendor receives the JSON schema unchanged',
    ways: both,
    ask: { ...asking, schema },
    answers: [{ parts: [{ text: '{"city":"Paris","degrees":12.5}' }], end: 'end' }],
  },
  {
    name: 'end: length',
    shows: 'the answer ends at its token limit',
    ways: both,
    ask: { ...asking, limit: 20 },
    answers: [hello('length')],
  },
  {
    name: 'end: content filter',
    shows: "the vendor's content filter ends the answer",
    ways: both,
    ask: asking,
    answers: [hello('filter')],
  },
  {
    name: 'end: refusal',
    shows: 'the model refuses in words, and the vendor marks them as a refusal',
    ways: both,
    ask: asking,
    answers: [{ parts: [{ refusal: 'I cannot help with that.' }], end: 'refusal' }],
    needs: 'refusal',
  },
  {
    name: 'end: stop sequence',
    shows: 'the vendor receives the sequences; the matched sequence is shown if the vendor reports it',
    ways: both,
    ask: { ...asking, stop: ['END', '###'] },
    answers: [hello('stop-sequence')],
    needs: 'stop',
  },
  {
    name: 'error: refused',
    shows: "the package raises an error for the vendor's 400, with the vendor's message",
    ways: both,
    ask: asking,
    answers: [hello()],
    trouble: 'refused',
  },
  {
    name: 'error: busy',
    shows: "the package raises an error for the vendor's 429",
    ways: both,
    ask: asking,
    answers: [hello()],
    trouble: 'busy',
  },
  {
    name: 'error in the stream',
    shows: "the vendor fails in mid-stream; the package raises an error, without the vendor's message",
    ways: ['streamed'],
    ask: asking,
    answers: [hello()],
    trouble: 'fails in the stream',
  },
  {
    name: 'abort in mid-stream',
    shows: "the package disconnects, and the vendor's connection closes",
    ways: ['streamed'],
    ask: asking,
    answers: [hello()],
    trouble: 'is left',
  },
];
