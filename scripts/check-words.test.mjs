import { describe, expect, it } from 'vitest';
import { findWordProblems, judge } from './check-words.mjs';

const rulesIn = (source, path = 'server/src/x.ts') =>
  findWordProblems(path, source).map((problem) => problem.split(': ').slice(0, 2).join(': '));

describe('words', () => {
  it.each([
    '/** What flows has text. */',
    '// Who is refused may send for this long.',
    '/**\n * A fact.\n * Of them, one counts.\n */',
    '/** Users change his own role. */',
    '// It stands beside the other.',
    '// The caller is told so.',
    `// ${'word '.repeat(31)}`,
    'const MOST_TRIES = 3;',
    'interface RelayNeeds {}',
  ])('refuses %j', (source) => {
    expect(rulesIn(source)).toHaveLength(1);
  });

  it.each([
    '/** What is a point? */',
    '// A caller sends `what is beside` as it is.',
    "const text = 'What you wish, beside others';",
    'const MAX_TRIES = 3;',
    `// ${'word '.repeat(16)}end. ${'Word '.repeat(16)}end.`,
  ])('takes %j', (source) => {
    expect(rulesIn(source)).toEqual([]);
  });

  it('reads the texts that people see', () => {
    const source = "const a = 'What each call has cost';";

    expect(rulesIn(source, 'console/src/features/log/locales/en_US.ts')).toHaveLength(1);
    expect(rulesIn(source, 'contract/src/entities/log.ts')).toHaveLength(1);
    expect(rulesIn(source, 'console/src/features/log/locales/ja_JP.ts')).toEqual([]);
  });

  it('reads paragraphs, items and cells of pages, and no code', () => {
    const page =
      '# Page\n\n- Fine.\n- What is not.\n\n| A | Who is not |\n\n```\nWhat is code\n```\n\n    What is code\n';

    expect(rulesIn(page, 'docs/page.md').map((problem) => problem.split(':')[0])).toEqual(['4', '6']);
  });

  it('keeps a list of exceptions that can only shrink', () => {
    const found = new Map([['a.ts', ['1: rule: Text.']]]);

    expect(judge(found, ['a.ts'])).toEqual([]);
    expect(judge(found, [])).toEqual(['a.ts:1: rule: Text.']);
    expect(judge(new Map(), ['a.ts'])).toHaveLength(1);
  });
});
