import { findInTexts } from '../src/platform/json/texts-in-json.ts';
import { WordList } from '../src/platform/text/word-list.ts';
import type { Figure } from './report.ts';
import { spreadOf } from './rounds.ts';

const WORDS = 1000;
const KIBIBYTES = 64;
const CHECKS = 200;
const SYLLABLES = ['to', 'ra', 'mel', 'kin', 'so', 'pa', 'est', 'on', 'vi', 'dur', 'gan', 'le'];

/** Words of one to three syllables, always the same ones. */
function* words(): Generator<string> {
  for (let n = 1; ; n = (n * 48_271) % 2_147_483_647) {
    const at = (shift: number) => SYLLABLES[(n >> shift) % SYLLABLES.length];
    yield [at(0), n % 3 > 0 ? at(4) : '', n % 3 > 1 ? at(8) : ''].join('');
  }
}

function textOf(length: number, suffix: string): string {
  let text = '';
  for (const word of words()) {
    text += `${word}${suffix}`;
    if (text.length >= length) return text;
  }
  return text;
}

/** The safety check of a request without a listed word. */
export async function measureSafety({ rounds }: { rounds: number }): Promise<Figure[]> {
  const listed = textOf(WORDS * 12, 'x\n')
    .split('\n')
    .slice(0, WORDS);
  const list = await WordList.build(listed.map((word, index) => word + index).join('\n'));
  const content = textOf(KIBIBYTES * 1024, ' ');
  const body = Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }));
  const terms = { find: (text: string) => list.find(text), shared: 100 };
  const check = async (): Promise<void> => {
    if ((await findInTexts(body, terms)) !== null) throw new Error('a word was found');
  };
  for (let n = 0; n < CHECKS; n += 1) await check();
  const micros: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    for (let n = 0; n < CHECKS; n += 1) await check();
    micros.push(((performance.now() - start) * 1000) / CHECKS / KIBIBYTES);
  }
  return [
    {
      name: 'Safety check of a kilobyte of text by 1 000 words (µs)',
      own: spreadOf(micros),
      budgets: [{ most: 5 }],
    },
  ];
}
