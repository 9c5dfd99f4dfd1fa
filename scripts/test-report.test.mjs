import { describe, expect, it } from 'vitest';
import { countReport, countResults } from './test-report.mjs';

const file = (status, ...results) => ({ status, assertionResults: results.map((one) => ({ status: one })) });

describe('the closing line of the tests', () => {
  it('adds up all files and takes whatever did not run as skipped', () => {
    const testResults = [file('passed', 'passed', 'pending'), file('failed', 'failed', 'passed', 'todo')];
    expect(countResults({ testResults })).toEqual({ passed: 2, failed: 1, skipped: 2 });
  });

  it('counts a file that fails without a failing test', () => {
    expect(countResults({ testResults: [file('failed'), file('failed', 'skipped')] })).toEqual({
      passed: 0,
      failed: 2,
      skipped: 1,
    });
  });

  it('knows when there is no report', () => {
    expect(countReport('/does/not/exist')).toBeUndefined();
  });
});
