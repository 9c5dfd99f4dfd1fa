import { describe, expect, it } from 'vitest';
import { chartColours } from '../../theme/chart-colours.ts';
import { looksOf } from './series-look.ts';

type Rgb = [number, number, number];

const linear = (hex: string): Rgb =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;

/** How the colours look with full colour blindness. Source: Machado, Oliveira, Fernandes 2009, severity 1. */
const sights: Record<string, number[][]> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

/** CIE L*a*b*, D65. */
function lab(rgb: Rgb, sight: number[][]): Rgb {
  const [r, g, b] = sight.map((row) =>
    Math.max(0, sumOf(row.map((part, at) => part * (rgb[at] ?? 0)))),
  ) as Rgb;
  const f = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
const distance = (a: Rgb, b: Rgb) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

describe.each(Object.entries(chartColours))('chart colours, %s', (_theme, colours) => {
  it.each(Object.entries(sights))('are told apart with %s sight', (_name, sight) => {
    const seen = colours.map((colour) => lab(linear(colour), sight));
    const pairs = seen.flatMap((one, at) => seen.slice(at + 1).map((other) => distance(one, other)));
    expect(Math.min(...pairs)).toBeGreaterThan(14);
  });
});

it.each([
  ['light', '#FFFFFF'],
  ['dark', '#1A1D23'],
] as const)('stand out from the %s card', (theme, card) => {
  const light = (hex: string) => lab(linear(hex), sights.full ?? [])[0];
  const luminance = (hex: string) => ((light(hex) + 16) / 116) ** 3;
  for (const colour of chartColours[theme]) {
    const [low = 0, high = 0] = [luminance(colour), luminance(card)].sort((a, b) => a - b);
    expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(3);
  }
});

describe('colours of series', () => {
  const names = ['gpt-5', 'claude', 'gemini', 'qwen', 'grok', 'mistral', 'llama', 'deepseek'];
  const slotsByName = (shown: readonly string[]) =>
    Object.fromEntries(looksOf(shown).map(({ slot }, at) => [shown[at], slot]));

  it('are the same for every reader, in whatever order the names come', () => {
    expect(slotsByName([...names].reverse())).toEqual(slotsByName(names));
  });

  it('follow from the name, whatever else is shown, while no other has it', () => {
    const alone = (name: string) => slotsByName([name])[name];
    const [first = '', ...others] = names;
    const apart = others.filter((name) => alone(name) !== alone(first));
    expect(slotsByName([first, ...apart])[first]).toBe(alone(first));
  });

  it('are eight for eight names, and a ninth has another pattern', () => {
    expect(new Set(looksOf(names).map(({ slot }) => slot)).size).toBe(8);
    const looks = looksOf([...names, 'ninth']).map(({ slot, pattern }) => `${slot} ${pattern}`);
    expect(new Set(looks).size).toBe(9);
  });
});
