import { MAX_POINTS } from '@turnpike/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { affordableOutput, chargeOf, chargeOfLog, NOTHING_ASKED, outputCost, quoteOf } from './charge.ts';
import { formatDecimal, ONE, parseDecimal, toDecimalText } from './decimal.ts';
import { buildPriceBook, type PriceRow, toPrice } from './price-book.ts';
import { MAX_TOKEN_COUNT, noUsage, type Usage, type UsageBucket } from './usage.ts';

const NOTHING = NOTHING_ASKED;

const priceRow = (row: Partial<PriceRow> = {}): PriceRow => ({
  model: 'm',
  version: 1,
  type: 'tokens',
  channel_type: 1,
  input: '1.25',
  output: '5',
  extra_ratios: '{"cached_read_tokens":0.1}',
  units: '[]',
  steps: '[]',
  tiers: '{}',
  hours: '',
  ...row,
});

describe('decimals', () => {
  it('keep the exact value of texts and numbers', () => {
    expect(parseDecimal('1.25')).toBe(1_250_000_000n);
    expect(parseDecimal('1e-7')).toBe(100n);
    expect(formatDecimal(parseDecimal('0.075'))).toBe('0.075');
    expect(toDecimalText(0.1)).toBe('0.1');
    expect(toDecimalText(1e-9)).toBe('0.000000001');
    for (const bad of ['', '-1', '1.2.3', 'NaN', 'Infinity', '1e99', '0.0000000001']) {
      expect(() => parseDecimal(bad)).toThrow(RangeError);
    }
  });

  it('read what they write', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 20n), (value) => parseDecimal(formatDecimal(value)) === value),
    );
  });
});

describe('charge', () => {
  it('of a long input is at the price of its step, all of it; at the limit of a step it is not yet', () => {
    const price = toPrice(
      priceRow({
        extra_ratios: '{}',
        steps: '[{"above":200000,"input":"2.5","output":"7.5"},{"above":500000,"input":"3","output":"8"}]',
      }),
    );
    const of = (textInput: number, cacheRead = 0) =>
      chargeOf({ ...noUsage(), textInput, cacheRead, textOutput: 10 }, price, ONE);

    expect(of(200_000)).toMatchObject({ points: 250_050, step: 0, inputRatio: 1.25, outputRatio: 5 });
    expect(of(200_001)).toMatchObject({ points: 500_078, step: 200_000, inputRatio: 2.5, outputRatio: 7.5 });
    expect(of(400_000, 100_001)).toMatchObject({ points: 1_500_083, step: 500_000 });
  });

  it('counts units that have a price, a variant at its own or at that of all others', () => {
    const price = toPrice(
      priceRow({
        units: JSON.stringify([
          { kind: 'web_search', variant: '', price: '5' },
          { kind: 'image', variant: '1024x1024 high', price: '83.5' },
          { kind: 'image', variant: '', price: '20' },
        ]),
      }),
    );
    const units = [
      { kind: 'web_search', count: 3 },
      { kind: 'image', variant: '1024x1024 high', count: 1 },
      { kind: 'image', variant: '512x512 low', count: 2 },
      { kind: 'second', variant: 'audio input', count: 60 },
    ] as const;

    const { points, lines } = chargeOf({ ...noUsage(), textInput: 4, units }, price, ONE / 2n);

    expect(points).toBe(69_253); // (4*1.25 + 3*5000 + 83500 + 2*20000) / 2 = 69252.5
    expect(lines.slice(1)).toEqual([
      { bucket: 'web_search', count: 3, ratio: '5000' },
      { bucket: 'image', variant: '1024x1024 high', count: 1, ratio: '83500' },
      { bucket: 'image', variant: '512x512 low', count: 2, ratio: '20000' },
    ]);
  });

  it('takes the factor of the tier that served the call, and none of one without a price', () => {
    const price = toPrice(priceRow({ tiers: '{"flex":"0.5","fast":"6"}' }));
    const of = (tier: Usage['tier']) => chargeOf({ ...noUsage(), textInput: 100, tier }, price, ONE);

    expect(of(null)).toMatchObject({ points: 125, tierRatio: '1' });
    expect(of('flex')).toMatchObject({ points: 63, tierRatio: '0.5' });
    expect(of('fast').points).toBe(750);
    expect(of('batch').points).toBe(125);
  });

  it('of a call that pays for being made is counted once, and only where something was used', () => {
    const price = toPrice(priceRow({ units: '[{"kind":"call","variant":"","price":"2.5"}]' }));

    expect(chargeOf({ ...noUsage(), textInput: 2 }, price, ONE).points).toBe(2_503);
    expect(chargeOf(noUsage(), price, ONE).points).toBe(0);
  });

  it('is computed again from what a log row keeps of it, to the point', () => {
    const count = fc.nat(2_000_000);
    const ratio = fc.nat(10 ** 12).map((billionths) => formatDecimal(BigInt(billionths)));
    const units = fc.array(
      fc.record({
        kind: fc.constantFrom('web_search', 'image', 'page'),
        variant: fc.constantFrom('', 'a'),
        price: ratio,
      }),
      { maxLength: 3 },
    );
    const rows = fc.record({
      ...{ type: fc.constantFrom('tokens', 'times'), input: ratio, output: ratio, units },
      steps: fc.array(fc.record({ above: count, input: ratio, output: ratio }), { maxLength: 3 }),
      tiers: fc.record({ flex: ratio, priority: ratio }),
      extra_ratios: fc.record({ cached_read_tokens: ratio, reasoning_tokens: ratio }),
    });
    const usages = fc.record({
      ...{ textInput: count, cacheRead: count, textOutput: count, reasoningOutput: count, images: fc.nat(9) },
      tier: fc.constantFrom(null, 'flex' as const, 'priority' as const, 'batch' as const),
    });
    fc.assert(
      fc.property(rows, usages, fc.nat(10 ** 10), (row, { images, ...used }, billionths) => {
        const { units: prices, steps, tiers, extra_ratios, ...rest } = row;
        const price = toPrice(
          priceRow({
            ...{ ...rest, units: JSON.stringify(prices), steps: JSON.stringify(steps) },
            ...{ tiers: JSON.stringify(tiers), extra_ratios: JSON.stringify(extra_ratios) },
          }),
        );
        const usage: Usage = {
          ...{ ...noUsage(), ...used },
          units: [{ kind: 'image', variant: 'a', count: images }],
        };
        const { points, lines, tierRatio } = chargeOf(usage, price, BigInt(billionths));
        const kept = { lines, group_ratio: billionths / 1e9, tier_ratio: tierRatio };
        expect(chargeOfLog(JSON.parse(JSON.stringify(kept)))).toBe(points);
      }),
      { numRuns: 10_000 },
    );
  });

  it('rounds up once, at the end', () => {
    const usage = { ...noUsage(), textInput: 7, cacheRead: 3, textOutput: 1 };
    const { points, lines } = chargeOf(usage, toPrice(priceRow()), ONE);
    expect(points).toBe(15); // 7*1.25 + 3*0.125 + 1*5 = 14.125
    expect(lines).toEqual([
      { bucket: 'textInput', count: 7, ratio: '1.25' },
      { bucket: 'cacheRead', count: 3, ratio: '0.125' },
      { bucket: 'textOutput', count: 1, ratio: '5' },
    ]);
  });

  it('is at least one point where anything was charged, and nothing where nothing was used or it is free', () => {
    const one = { ...noUsage(), textInput: 1 };
    expect(chargeOf(one, toPrice(priceRow({ input: '0.000000001' })), ONE).points).toBe(1);
    expect(chargeOf(noUsage(), toPrice(priceRow()), ONE).points).toBe(0);
    expect(chargeOf(one, toPrice(priceRow({ input: '0', output: '0' })), ONE).points).toBe(0);
    expect(chargeOf(one, toPrice(priceRow()), 0n).points).toBe(0);
  });

  it('costs 1000 points a call and ratio where the price is per call', () => {
    const price = toPrice(priceRow({ type: 'times', input: '0.5', output: '0' }));
    expect(chargeOf(noUsage(), price, parseDecimal('1.5'))).toMatchObject({
      points: 750,
      lines: [{ bucket: 'call', count: 1, ratio: '500' }],
    });
  });

  it('charges an unknown cache price as full input, never as nothing', () => {
    const usage = { ...noUsage(), cacheRead: 100 };
    expect(chargeOf(usage, toPrice(priceRow({ extra_ratios: '{}' })), ONE).points).toBe(125);
  });

  it('stays between zero and the cap for any numbers, and equals exact arithmetic', () => {
    const count = fc.oneof(fc.nat(MAX_TOKEN_COUNT), fc.nat(100));
    const ratio = fc.integer({ min: 0, max: 1_000_000_000 }).map((n) => formatDecimal(BigInt(n) * 1_000n));
    fc.assert(
      fc.property(
        count,
        count,
        count,
        ratio,
        ratio,
        ratio,
        (textInput, cacheRead, textOutput, input, output, group) => {
          const price = toPrice(priceRow({ input, output, extra_ratios: '{}' }));
          const { points, lines } = chargeOf(
            { ...noUsage(), textInput, cacheRead, textOutput },
            price,
            parseDecimal(group),
          );
          expect(Number.isSafeInteger(points)).toBe(true);
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(MAX_POINTS);
          const exact =
            lines.reduce((sum, line) => sum + BigInt(line.count) * parseDecimal(line.ratio), 0n) *
            parseDecimal(group);
          const rounded = (exact + ONE * ONE - 1n) / (ONE * ONE);
          expect(BigInt(points)).toBe(rounded > BigInt(MAX_POINTS) ? BigInt(MAX_POINTS) : rounded);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('holds at least what the upstream can charge, whichever way it splits what was asked for', () => {
    const count = fc.nat(10_000);
    const counts = fc.record({ text: count, image: count, audio: count, output: count });
    const asked = fc.record({
      audioOutput: fc.boolean(),
      imageOutput: fc.boolean(),
      cacheWrite: fc.boolean(),
      tier: fc.constantFrom('', 'auto', 'default', 'flex', 'priority'),
    });
    const extraRatios = {
      cached_read_tokens: '3',
      input_image_tokens: '7',
      reasoning_tokens: '4',
      output_image_tokens: '9',
    };
    const extra_ratios = JSON.stringify(extraRatios);
    const stepped = {
      steps: '[{"above":9000,"input":"2.5","output":"7.5"},{"above":20000,"input":"0.5","output":"0.1"}]',
      tiers: '{"flex":"0.5","priority":"1.7"}',
      units: '[{"kind":"call","variant":"","price":"2.5"}]',
    };
    const prices = [
      toPrice(priceRow()),
      toPrice(priceRow({ extra_ratios })),
      toPrice(priceRow({ extra_ratios, ...stepped })),
      toPrice(priceRow({ type: 'times', ...stepped })),
    ];
    fc.assert(
      fc.property(counts, asked, fc.constantFrom(...prices), fc.nat(), (parts, asks, price, choice) => {
        const pick = <Name extends UsageBucket>(...names: Name[]): Name =>
          names[choice % names.length] as Name;
        const usage = noUsage();
        usage[
          asks.cacheWrite ? pick('textInput', 'cacheWrite5m', 'cacheWrite1h') : pick('textInput', 'cacheRead')
        ] += parts.text;
        usage[pick('imageInput', 'textInput', 'cacheRead')] += parts.image;
        usage[pick('audioInput', 'textInput', 'cacheRead')] += parts.audio;
        const outputs: UsageBucket[] = ['textOutput', 'reasoningOutput'];
        if (asks.audioOutput) outputs.push('audioOutput');
        if (asks.imageOutput) outputs.push('imageOutput');
        usage[pick(...outputs)] += parts.output;

        const served = {
          '': null,
          default: null,
          auto: 'priority',
          flex: 'flex',
          priority: 'priority',
        } as const;
        usage.tier = served[asks.tier];
        const { text, image, audio, output } = parts;
        const estimate = {
          textTokens: text,
          imageTokens: image,
          audioTokens: audio,
          outputTokens: output,
          asks,
        };
        expect(quoteOf(estimate, price, ONE)).toBeGreaterThanOrEqual(chargeOf(usage, price, ONE).points);
      }),
    );
  });

  it('holds one unit where nothing else costs anything, and a picture that is asked for', () => {
    const units = JSON.stringify([
      { kind: 'image', variant: '', price: '20' },
      { kind: 'image', variant: '1024x1024 high', price: '80' },
      { kind: 'web_search', variant: '', price: '90' },
    ]);
    const use = { textTokens: 10, imageTokens: 0, audioTokens: 0, outputTokens: 10, asks: NOTHING };
    const byUnits = toPrice(priceRow({ input: '0', output: '0', units }));
    const byTokens = toPrice(priceRow({ input: '1', output: '1', units }));

    expect(quoteOf(use, byUnits, ONE)).toBe(90_000);
    expect(quoteOf(use, byTokens, ONE)).toBe(20);
    expect(quoteOf({ ...use, asks: { ...NOTHING, imageOutput: true } }, byTokens, ONE)).toBe(80_020);
  });

  it('holds for sound and a written cache only where they were asked for', () => {
    const price = toPrice(priceRow({ input: '1', output: '1' }));
    const use = { textTokens: 10, imageTokens: 0, audioTokens: 0, outputTokens: 10, asks: NOTHING };
    expect(quoteOf(use, price, ONE)).toBe(20);
    expect(quoteOf({ ...use, asks: { ...NOTHING, cacheWrite: true } }, price, ONE)).toBe(30);
    expect(quoteOf({ ...use, asks: { ...NOTHING, audioOutput: true } }, price, ONE)).toBe(410);
    expect(quoteOf({ ...use, audioTokens: 1 }, price, ONE)).toBe(60);
  });

  it('knows how long an answer an amount pays for', () => {
    const terms = { price: toPrice(priceRow()), groupRatio: ONE, asks: NOTHING, inputTokens: 10 };
    expect(affordableOutput(104, terms)).toBe(20);
    expect(affordableOutput(-5, terms)).toBe(0);
  });

  it('takes the output’s price of a step only where the input may reach it', () => {
    const steps = '[{"above":200000,"input":"1","output":"50"}]';
    const price = toPrice(priceRow({ input: '1', output: '2', steps }));
    const terms = (inputTokens: number) => ({ price, groupRatio: ONE, asks: NOTHING, inputTokens });
    expect([affordableOutput(4_000, terms(10)), outputCost(2_000, terms(10))]).toEqual([2_000, 4_000]);
    expect([affordableOutput(4_000, terms(90_000)), outputCost(80, terms(90_000))]).toEqual([80, 4_000]);
  });
});

describe('price book', () => {
  it('prefers an exact name, then the longest wildcard', () => {
    const book = buildPriceBook([
      priceRow({ model: 'gpt-*', input: '1' }),
      priceRow({ model: 'gpt-4*', input: '2' }),
      priceRow({ model: 'gpt-4o', input: '3' }),
    ]);
    expect(book.find('gpt-4o')?.inputRatio).toBe(3);
    expect(book.find('gpt-4x')?.inputRatio).toBe(2);
    expect(book.find('gpt-3')?.inputRatio).toBe(1);
    expect(book.find('claude')).toBeUndefined();
  });
});
