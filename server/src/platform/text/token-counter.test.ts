import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, describe, expect, it } from 'vitest';
import { TokenCounter } from './token-counter.ts';

const story = 'The quick brown fox jumps over the lazy dog; 12 345 times.\n'.repeat(2000);
const picture = Buffer.from(Array.from({ length: 60_000 }, (_, i) => (i * 31) % 251)).toString('base64');

describe('counting tokens', () => {
  let counter = new TokenCounter();
  afterEach(() => counter.close());

  it('counts a short text exactly and a long one nearly so, as it is cut at spaces', async () => {
    counter = new TokenCounter();
    const short = story.slice(0, 10_000);
    const exact = countTokens(story);

    expect(await counter.count({ text: '' })).toBe(0);
    expect(await counter.count({ text: short })).toBe(countTokens(short));
    for (const source of [{ text: story }, { escaped: JSON.stringify(story).slice(1, -1) }])
      expect(Math.abs(((await counter.count(source)) ?? 0) - exact)).toBeLessThan(exact / 1000);
  });

  it.each(['a', '字', '😀', ' ', '='])(
    'counts 200 KB of "%s" in time, and others are not held up',
    async (letter) => {
      counter = new TokenCounter();

      const [long, ...others] = await Promise.all([
        counter.count({ text: letter.repeat(200_000 / Buffer.byteLength(letter)) }),
        ...Array.from({ length: 10 }, () => counter.count({ text: 'Hello world' })),
      ]);

      expect(others).toEqual(Array.from({ length: 10 }, () => 2));
      expect(long).toBeGreaterThan(1000);
      expect(long).toBeLessThan(200_000);
    },
  );

  it('counts the texts of a request without its names and files, and leaves its bytes alone', async () => {
    counter = new TokenCounter();
    const messages = [
      { role: 'user', content: [{ text: 'Hello world' }, { url: `data:${picture}` }, { data: picture }] },
    ];
    const json = Buffer.from(JSON.stringify({ model: 'some model', messages, n: 12 }));

    const tokens = await counter.count({ json, members: ['messages', 'tools'], numbersAreTokens: false });

    expect(tokens).toBe(3);
    expect(JSON.parse(json.toString())).toMatchObject({ n: 12 });
  });

  it('leaves out the texts of members that are no input', async () => {
    counter = new TokenCounter();
    const json = Buffer.from('{"requests":[{"model":"some model","content":{"text":"Hello world"}}]}');
    const source = { json, members: ['requests'], numbersAreTokens: false };

    expect(await counter.count({ ...source, without: ['model'] })).toBe(2);
    expect(await counter.count(source)).toBe(4);
  });

  it('counts numbers where they stand for tokens', async () => {
    counter = new TokenCounter();
    const json = Buffer.from('{"input":[[1,2,3],[40000]]}');

    expect(await counter.count({ json, members: ['input'], numbersAreTokens: true })).toBe(4);
  });

  it.each([
    { what: 'digits, each of them a token', text: '7'.repeat(999), least: 999 },
    { what: 'emoji, which some take byte by byte', text: '🜁'.repeat(200), least: 700 },
    { what: 'Chinese', text: '今天天气很好我们去公园散步'.repeat(20), least: 260 },
    // As the older tokenizer of OpenAI counts them.
    {
      what: 'Hebrew',
      text: 'האוניברסיטה הגדולה ביותר במדינה משתמשת ביותר משלושים אלף מחשבים לצורך הוראה ומחקר, והסטודנטים מרוצים מאוד. '.repeat(
        8,
      ),
      least: 825,
    },
    {
      what: 'Urdu',
      text: 'ملک کی سب سے بڑی یونیورسٹی طلباء کی تعلیم اور تحقیق کے لیے تیس ہزار سے زیادہ کمپیوٹر استعمال کرتی ہے۔ آپ کو یہ جاننا چاہیے۔ '.repeat(
        8,
      ),
      least: 913,
    },
    {
      what: 'long Cyrillic words',
      text: 'предназначенных обеспечивающих соответствующих '.repeat(20),
      least: 402,
    },
    {
      what: 'Greenlandic',
      text: 'Naalakkersuisut isumaqatigiissutit pillugit oqaluuserinninnerat inatsisartuni ingerlanneqarpoq. '.repeat(
        8,
      ),
      least: 305,
    },
  ])('says how many tokens a text has at most: $what', async ({ text, least }) => {
    counter = new TokenCounter();

    const counted = await counter.measure({ text });

    expect(counted?.most).toBeGreaterThanOrEqual(least);
    expect(counted?.most).toBeLessThanOrEqual(Buffer.byteLength(text));
  });

  it('takes plain prose for about the token in three bytes that an estimate takes, and counts names beside it', async () => {
    counter = new TokenCounter();
    const json = Buffer.from(JSON.stringify({ messages: [{ content: story, input: { weight: 1234567 } }] }));

    const counted = await counter.measure({ json, members: ['messages'], numbersAreTokens: false });

    const names = 'contentinputweight'.length + '1234567'.length;
    expect(counted).toMatchObject({ textBytes: story.length, structureBytes: names });
    expect(counted?.most).toBeLessThan(story.length / 2);
    expect(counted?.most).toBeGreaterThan(counted?.tokens ?? 0);
  });

  it('says nothing of a text that takes too long', async () => {
    counter = new TokenCounter({ limits: { countMs: -1, hangMs: 60_000, waitMs: 60_000 } });

    expect(await counter.count({ text: 'Hello' })).toBeNull();
  });

  it('counts short texts in the order in which they came, and long ones after them', async () => {
    counter = new TokenCounter();
    const order: string[] = [];
    const texts = [
      ['first', 'Hello'],
      ['long', 'word '.repeat(20_000)],
      ['longer than the next', 'Hello again, and once more'],
      ['last', 'Hi'],
    ] as const;

    await Promise.all(texts.map(([name, text]) => counter.count({ text }).then(() => order.push(name))));

    expect(order).toEqual(['first', 'longer than the next', 'last', 'long']);
  });

  it.each(['hang', 'throw'])(
    'replaces a worker when a text makes it %s: only that text is lost',
    async (text) => {
      counter = new TokenCounter({
        workerUrl: new URL('../../../test/support/hanging-counter-worker.ts', import.meta.url),
        limits: { countMs: 60_000, hangMs: 2_000, waitMs: 60_000 },
      });

      const counts = await Promise.all(
        ['one', text, 'three', 'x'].map((one) => counter.count({ text: one })),
      );

      expect(counts).toEqual([3, null, 5, 1]);
    },
  );

  it('does not wait for ever, nor keep all that waits', async () => {
    counter = new TokenCounter({
      workerUrl: new URL('../../../test/support/hanging-counter-worker.ts', import.meta.url),
      limits: { countMs: 60_000, hangMs: 60_000, waitMs: 1 },
    });
    void counter.count({ text: 'hang' });
    const large = Array.from({ length: 10 }, () => counter.count({ text: 'a'.repeat(10 * 2 ** 20) }));

    expect(await Promise.all(large)).toEqual(large.map(() => null));
  });
});
