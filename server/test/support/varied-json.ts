/** A change of form that a vendor may make without changing the meaning. */
export interface Variation {
  seed: number;
  /** Members of every object stand in another order. */
  shuffles: boolean;
  /** White space between the tokens. */
  spaces: boolean;
  /** Members that nobody knows. */
  adds: boolean;
  /** Members that say nothing: those that are null are left out, others of the dialect are null. */
  nulls: boolean;
  /** Members that not every vendor writes are left out, the same ones everywhere. */
  omits: boolean;
}

export interface VariedWords extends Variation {
  /** Names that the dialect has for members. */
  members: readonly string[];
  /** Names of those that not every vendor writes. */
  optional: readonly string[];
  /** White space that may stand between tokens. */
  blanks: string;
}

export const unvaried: Variation = {
  ...{ seed: 0, shuffles: false, spaces: false, adds: false, nulls: false, omits: false },
};

/** The input of a call is content and must not change. */
const CONTENT: ReadonlySet<string> = new Set(['input', 'args', 'arguments', 'partialArgs']);
const unknownValues: readonly unknown[] = [
  null,
  true,
  12.5,
  'words',
  [],
  [1, 'a'],
  { x_inner: { x_deep: [] } },
];
const MAX_ADDED = 3;

/** The same JSON, written otherwise. */
export function variedJson(json: string, words: VariedWords): string {
  const random = randomOf(words.seed);
  const omitted = new Set(words.omits ? words.optional.filter(() => random() < 0.5) : []);
  const blank = (): string => {
    if (!words.spaces) return '';
    const count = Math.floor(random() * 3);
    return Array.from({ length: count }, () => pick(words.blanks.split(''), random)).join('');
  };
  const write = (value: unknown, isContent: boolean): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if (Array.isArray(value)) {
      const list = value.map((one) => blank() + write(one, isContent) + blank());
      return `[${list.join(',') || blank()}]`;
    }
    const entries = variedEntries(value, { words, omitted, random, isContent }).map(
      ([name, member]) =>
        `${blank()}${JSON.stringify(name)}${blank()}:${blank()}${write(member, isContent || CONTENT.has(name))}${blank()}`,
    );
    return `{${entries.join(',') || blank()}}`;
  };
  return write(JSON.parse(json), false);
}

function variedEntries(
  value: object,
  {
    words,
    omitted,
    random,
    isContent,
  }: { words: VariedWords; omitted: ReadonlySet<string>; random: () => number; isContent: boolean },
): [string, unknown][] {
  let entries = Object.entries(value);
  if (!isContent) entries = entries.filter(([name]) => !omitted.has(name));
  if (words.nulls && !isContent) {
    entries = entries.filter(([, member]) => member !== null || random() < 0.5);
    for (let i = 0; i < MAX_ADDED; i += 1) {
      const name = pick(words.members, random);
      if (!entries.some(([known]) => known === name)) entries.push([name, null]);
    }
  }
  if (words.adds && !isContent)
    for (let i = 0; i < MAX_ADDED && random() < 0.5; i += 1)
      entries.push([`x_unknown_${i}`, pick(unknownValues, random)]);
  return words.shuffles ? shuffled(entries, random) : entries;
}

/** Names of the members of all objects, but for those that are content. */
export function memberNamesOf(texts: readonly string[]): string[] {
  const names = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (!Array.isArray(value)) names.add(name);
      if (!CONTENT.has(name)) collect(member);
    }
  };
  for (const text of texts) if (/^\s*\{/.test(text)) collect(JSON.parse(text));
  return [...names];
}

function shuffled<Value>(values: readonly Value[], random: () => number): Value[] {
  const list = [...values];
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j] as Value, list[i] as Value];
  }
  return list;
}

const pick = <Value>(values: readonly Value[], random: () => number): Value =>
  values[Math.floor(random() * values.length)] as Value;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
