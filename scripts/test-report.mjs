/** Reads the test runner's JSON report into the closing list of failures and the three numbers below it. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readIfThere, rootDir } from './preparation.mjs';

/** Counts for a runner that ended without a report. */
export const missingReport = {
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: ['The test runner ended without a report.'],
};

/** Lines of a failure's message that the closing list repeats. */
const shownLines = 6;

/** @returns {{ passed: number, failed: number, skipped: number, failures: string[] } | undefined} */
export function countReport(path) {
  const text = readIfThere(path);
  return text === undefined ? undefined : countResults(JSON.parse(text));
}

export function countResults({ testResults = [] }) {
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const file of testResults) {
    const results = file.assertionResults.map(({ status }) => status);
    counts.passed += results.filter((status) => status === 'passed').length;
    counts.skipped += results.filter((status) => status !== 'passed' && status !== 'failed').length;
    const failed = results.filter((status) => status === 'failed').length;
    counts.failures.push(...failuresOf(file, failed));
    // A file that cannot be loaded, or whose hooks fail, fails without a failing test.
    counts.failed += failed === 0 && file.status === 'failed' ? 1 : failed;
  }
  return counts;
}

/** Each failure as one text: file, name of the test, begin of the message. */
function failuresOf(file, failed) {
  const path = relative(rootDir, file.name);
  if (failed === 0) return file.status === 'failed' ? [`${path}\n${beginOf(file.message)}`] : [];
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${path} > ${fullName}\n${beginOf(failureMessages.join('\n'))}`);
}

function beginOf(message) {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, shownLines);
  return lines.map((line) => `    ${line}`).join('\n');
}
