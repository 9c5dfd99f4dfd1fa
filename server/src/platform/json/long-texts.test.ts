import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/processor-time.ts';
import { LongTexts } from './long-texts.ts';

describe('long texts of JSON', () => {
  it('stand again where they stood, whatever they hold', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary', minLength: 1 }).map((part) => part.repeat(2000)),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(text, fc.array(text), fc.jsonValue())), (value) => {
        const bytes = Buffer.from(JSON.stringify(value));
        const texts = new LongTexts();
        const parsed = texts.parse(bytes);
        expect(JSON.parse(texts.write(parsed).toString('utf8'))).toEqual(JSON.parse(bytes.toString('utf8')));
        expect(texts.write(parsed).equals(bytes)).toBe(true);
      }),
    );
  });

  it('are read in turns as at once, wherever a turn ends', async () => {
    const mebibyte = 2 ** 20;
    for (const shift of [0, 1, 2, 3]) {
      const long = `${'x'.repeat(mebibyte - 8 + shift)}${'\\"'.repeat(mebibyte)}`;
      const bytes = Buffer.from(
        JSON.stringify({ a: long, b: ['c', '"'.repeat(9), 'd'.repeat(2 * mebibyte)] }),
      );
      const texts = new LongTexts();
      let turns = 0;
      const counting = (): void => {
        turns += 1;
        next = setImmediate(counting);
      };
      let next = setImmediate(counting);

      const parsed = await texts.parseInTurns(bytes);

      clearImmediate(next);
      expect(texts.write(parsed).equals(bytes)).toBe(true);
      expect(turns).toBeGreaterThanOrEqual(5);
    }
  });

  it('have the same hashes where they are the same', () => {
    const [a, b, other] = [`${'x'.repeat(5000)}1`, `${'x'.repeat(5000)}1`, `${'x'.repeat(5000)}2`].map(
      (text) => {
        const texts = new LongTexts();
        return texts.withHashes(`before ${texts.parse(Buffer.from(JSON.stringify(text)))} after`);
      },
    );
    expect(a).toBe(b);
    expect(a).not.toBe(other);
    expect(a).toMatch(/^before .{43} after$/);
  });

  it('are looked into, cut and joined', () => {
    const picture = 'A'.repeat(5000);
    const texts = new LongTexts();
    const parsed = texts.parse(Buffer.from(`{"url":"data:image\\/p\\u006eg;base64,${picture}"}`)) as {
      url: string;
    };

    expect(parsed.url.length).toBeLessThan(50);
    expect(texts.head(parsed.url, 40).startsWith('data:image/png;base64,AAA')).toBe(true);
    const data = texts.withoutHead(parsed.url, 'data:image/png;base64,'.length);
    expect(texts.bytesOf(data)).toBe(5000);
    expect(texts.write({ data }).toString()).toBe(JSON.stringify({ data: picture }));
    expect(texts.full(`before ${data} after`)).toBe(`before ${picture} after`);
    expect(texts.write([`before ${data} after`]).toString()).toBe(
      JSON.stringify([`before ${picture} after`]),
    );
  });

  it('are bytes as they are read, also with escapes', () => {
    const texts = new LongTexts();
    const long = 'A'.repeat(20_000);
    const value = texts.parse(Buffer.from(JSON.stringify({ long, escaped: `${long}\n/` }))) as {
      long: string;
      escaped: string;
    };
    expect(texts.toBytes(value.long).toString()).toBe(long);
    expect(texts.toBytes(value.escaped).toString()).toBe(`${long}\n/`);
    expect(texts.toBytes('short').toString()).toBe('short');
  });

  it('cut between characters of any length', () => {
    const long = `${'😀é漢\\n"'.repeat(10)}${'x'.repeat(2000)}`;
    const texts = new LongTexts();
    const token = texts.parse(Buffer.from(JSON.stringify(long))) as string;
    for (let length = 0; length < 30; length += 1) {
      const characters = [...long].slice(0, length);
      expect(texts.head(token, length).startsWith(characters.join(''))).toBe(true);
      expect(texts.full(texts.withoutHead(token, length))).toBe([...long].slice(length).join(''));
    }
  });

  it('a text that looks like a token of another request is a text', () => {
    const texts = new LongTexts();
    const other = new LongTexts().parse(Buffer.from(JSON.stringify('y'.repeat(2000)))) as string;
    const parsed = texts.parse(Buffer.from(JSON.stringify([other, 'z'.repeat(2000)])));
    expect(JSON.parse(texts.write(parsed).toString())).toEqual([other, 'z'.repeat(2000)]);
  });

  it.each(['a-_+', 'a+/+', 'a+/ +', 'a+/+\r\n', 'a%2B%2f+', 'a%2D\t_+'])(
    'base64 is made plain: %j',
    async (given) => {
      const texts = new LongTexts();
      // Its pieces end at every place of the text.
      const long = `${'/'.repeat(2 ** 18 - 5)}${given.repeat(1000)}`;
      const parsed = texts.parse(Buffer.from(JSON.stringify([given, long]))) as [string, string];
      let copied = 0;
      const onCopy = (bytes: number): void => {
        copied += bytes;
      };
      const plain = [
        await texts.plainBase64(parsed[0], onCopy),
        texts.full(await texts.plainBase64(parsed[1], onCopy)),
      ];
      expect(plain).toEqual(['a+/+', `${'/'.repeat(2 ** 18 - 5)}${'a+/+'.repeat(1000)}`]);
      expect(copied > 0).toBe(given !== 'a+/+');
    },
  );

  it('rewrites 20 MB of pictures in milliseconds', () => {
    const bytes = Buffer.from(
      JSON.stringify({ pictures: Array.from({ length: 5 }, () => 'iVBORw0KGgo'.repeat(380_000)) }),
    );
    const ms = processorMs(() => {
      const texts = new LongTexts();
      expect(texts.write(texts.parse(bytes)).length).toBe(bytes.length);
    });
    const copyMs = processorMs(() => {
      Buffer.from(bytes);
    });
    expect(ms).toBeLessThan(copyMs * 20 + 5);
  });
});
