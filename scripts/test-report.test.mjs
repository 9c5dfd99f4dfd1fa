import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rootDir } from './preparation.mjs';
import { countReport, countResults } from './test-report.mjs';

const file = (status, ...results) => ({
  name: join(rootDir, 'server/a.test.ts'),
  status,
  message: '\u001b[31mno such module\u001b[39m',
  assertionResults: results.map((one) => ({
    status: one,
    fullName: 'a test',
    failureMessages: ['1\n2\n3\n4\n5\n6\n7'],
  })),
});

describe('the closing line of the tests', () => {
  it('adds up all files and takes whatever did not run as skipped', () => {
    const testResults = [file('passed', 'passed', 'pending'), file('failed', 'failed', 'passed', 'todo')];
    expect(countResults({ testResults })).toMatchObject({ passed: 2, failed: 1, skipped: 2 });
  });

  it('counts a file that fails without a failing test', () => {
    expect(countResults({ testResults: [file('failed'), file('failed', 'skipped')] })).toMatchObject({
      passed: 0,
      failed: 2,
      skipped: 1,
    });
  });

  it('says what failed, with the begin of the message', () => {
    const testResults = [file('passed', 'passed'), file('failed', 'failed', 'passed'), file('failed')];
    const begin = ['1', '2', '3', '4', '5', '6'].map((line) => `    ${line}`).join('\n');
    expect(countResults({ testResults }).failures).toEqual([
      `server/a.test.ts > a test\n${begin}`,
      'server/a.test.ts\n    no such module',
    ]);
  });

  it('knows when there is no report', () => {
    expect(countReport('/does/not/exist')).toBeUndefined();
  });
});
