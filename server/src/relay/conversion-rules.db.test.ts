import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NamedRule, readRules, ruleText } from '../../test/conversion-rules/rule-file.ts';
import { RulePlayer } from '../../test/conversion-rules/rule-player.ts';

const FOLDER = '../../test/conversion-rules';
const LAST_RULE = 37;
/** A file has up to ninety calls, and a machine may have much else to do. */
const FILE_TIMEOUT_MS = 300_000;
const rules = readRules();

let player: RulePlayer;
beforeAll(async () => {
  player = await RulePlayer.start(rules);
});
afterAll(() => player.stop());

it('every rule has its file', () => {
  const numbers = Array.from({ length: LAST_RULE }, (_, at) => `D-${String(at + 1).padStart(2, '0')}`);
  expect(rules.map(({ number }) => number)).toEqual(numbers);
});

describe.each(rules)('$number: $rule', (rule) => {
  // `vitest -u` writes the files anew: git shows what has changed.
  it(
    'is what its file says',
    async () => {
      const played = await player.play(rule);

      expect(player.refused.splice(0)).toEqual([]);
      await expect(ruleText(played)).toMatchFileSnapshot(`${FOLDER}/${rule.fileName}`);
    },
    FILE_TIMEOUT_MS,
  );

  it.each(rule.tests ?? [])('is tested in $file: $title', ({ file, title }) => {
    const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    expect(source).toMatch(
      new RegExp(`\\b(it|describe)(\\.each\\([^]*?\\))?\\(\\s*(['"\`])${escaped(title)}\\3`),
    );
  });
});

it('is what docs/reference/conversion-rules.md says', async () => {
  await expect(rulesPage(rules)).toMatchFileSnapshot('../../../docs/reference/conversion-rules.md');
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function rulesPage(all: readonly NamedRule[]): string {
  const link = (path: string): string => `[${path.replace(/^.*\//, '')}](../../${path})`;
  return [
    '# Rules of conversions',
    '',
    'What holds where a call goes from one dialect to another, and on the way of a call in general. The file of a rule',
    'holds calls: what the caller sends and what the upstream receives of it, what the upstream answers and what the',
    'caller gets of that, the report of the conversion, and how the log row has its end and its tokens. A test plays',
    'each of them through the gateway, before an upstream that refuses what the vendor refuses, and compares it whole;',
    'it also writes this page.',
    ...all.flatMap(({ number, rule, fileName, cases, tests = [] }) => [
      '',
      `## ${number} ${nameOf(fileName)}`,
      '',
      rule,
      '',
      ...(cases.length === 0
        ? []
        : [`- ${link(`server/test/conversion-rules/${fileName}`)}: ${pairsOf(cases)}`]),
      ...tests.map(({ file, title }) => `- ${link(file)}: “${title}”`),
    ]),
    '',
  ].join('\n');
}

const nameOf = (fileName: string): string =>
  fileName.slice('D-00-'.length, -'.json'.length).replaceAll('-', ' ');

/** Dialects of the cases, each pair once. */
function pairsOf(cases: NamedRule['cases']): string {
  const pairs = cases.map(({ caller, upstream }) =>
    upstream === undefined || upstream === caller ? caller : `${caller} over ${upstream}`,
  );
  return [...new Set(pairs)].join(', ');
}
