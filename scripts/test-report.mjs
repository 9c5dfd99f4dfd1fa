/** Reads the test runner's JSON report into the three numbers of the closing line. */
import { readIfThere } from './preparation.mjs';

/** What counts when the runner ended without a report. */
export const missingReport = { passed: 0, failed: 1, skipped: 0 };

/** @returns {{ passed: number, failed: number, skipped: number } | undefined} */
export function countReport(path) {
  const text = readIfThere(path);
  return text === undefined ? undefined : countResults(JSON.parse(text));
}

export function countResults({ testResults = [] }) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of testResults) {
    const results = file.assertionResults.map(({ status }) => status);
    counts.passed += results.filter((status) => status === 'passed').length;
    counts.skipped += results.filter((status) => status !== 'passed' && status !== 'failed').length;
    const failed = results.filter((status) => status === 'failed').length;
    // A file that cannot be loaded, or whose hooks fail, fails without a failing test.
    counts.failed += failed === 0 && file.status === 'failed' ? 1 : failed;
  }
  return counts;
}
