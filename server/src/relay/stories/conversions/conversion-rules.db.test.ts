import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NamedRule, readRules, ruleText } from '../../../../test/conversion-rules/rule-file.ts';
import { RulePlayer } from '../../../../test/conversion-rules/rule-player.ts';

const FOLDER = '../../../../test/conversion-rules';
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
    const source = readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8');
    expect(source).toMatch(
      new RegExp(`\\b(it|describe)(\\.each\\([^]*?\\))?\\(\\s*(['"\`])${escaped(title)}\\3`),
    );
  });
});

it('is what docs/reference/conversion-rules.md says', async () => {
  await expect(rulesPage(rules)).toMatchFileSnapshot('../../../../../docs/reference/conversion-rules.md');
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function rulesPage(all: readonly NamedRule[]): string {
  const link = (path: string): string => `[${path.replace(/^.*\//, '')}](../../${path})`;
  return [
    '# Rules of conversions',
    '',
    'These rules hold for calls that are converted from one dialect to another, and for calls in general. Each rule has a',
    'file of calls. For each call, the file contains:',
    '',
    '- the caller’s request, and the request that the upstream receives',
    '- the upstream’s answer, and the answer that the caller receives',
    '- the report of the conversion',
    '- the end and the tokens in the log row',
    '',
    'A test sends each call through the gateway to an upstream that rejects the same requests as the vendor. It compares',
    'each result as a whole. The test also writes this page.',
    ...all.flatMap(({ number, rule, fileName, cases, tests = [] }) => [
      '',
      `## ${number} ${nameOf(fileName)}`,
      '',
      rule,
      '',
      ...(cases.length === 0
        ? []
        : [`- ${link(`server/test/conversion-rules/${fileName}`)}`, ...pairsOf(cases)]),
      ...tests.map(({ file, title }) => `- ${link(file)}: “${title}”`),
    ]),
    '',
  ].join('\n');
}

const nameOf = (fileName: string): string =>
  fileName.slice('D-00-'.length, -'.json'.length).replaceAll('-', ' ');

/** Upstreams of the cases by caller, each pair once. */
const pairsOf = (cases: NamedRule['cases']): string[] =>
  [...Map.groupBy(cases, ({ caller }) => caller)].map(([caller, own]) => {
    const upstreams = new Set(own.map(({ upstream = caller }) => upstream));
    return `  - caller ${caller}, upstreams: ${[...upstreams].join(', ')}`;
  });
