import { BaseSequencer } from 'vitest/node';

/** Files that take a minute or more, the longest first. */
const longest = [
  'e2e/console-screens.e2e.ts',
  'e2e/settlement-faults.e2e.ts',
  'e2e/start-failures.e2e.ts',
  'e2e/console-outage.e2e.ts',
  'e2e/console-size.e2e.ts',
  'e2e/kill.e2e.ts',
  'e2e/attack/broken-books.attack.ts',
  'e2e/attack/start.attack.ts',
];

/** Begins with the longest files: one that begins last keeps all but one worker waiting. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId }) {
  const rank = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
  return rank === -1 ? longest.length : rank;
}
