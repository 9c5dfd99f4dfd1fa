import { BaseSequencer } from 'vitest/node';

/** Files that take long, the longest first. */
const longest = [
  'e2e/console-screens.e2e.ts',
  'e2e/settlement-faults.e2e.ts',
  'e2e/console-outage.e2e.ts',
  'e2e/database-outage.e2e.ts',
  'e2e/start-failures.e2e.ts',
  'e2e/kill.e2e.ts',
  'e2e/attack/start.attack.ts',
  'e2e/attack/holds.attack.ts',
  'e2e/attack/books.attack.ts',
  'e2e/attack/loop.attack.ts',
  'e2e/attack/memory.attack.ts',
  'console/src/features/channel/channel-form.test.tsx',
  'console/src/features/setting/setting-form.test.tsx',
  'console/src/features/channel/channel-page.test.tsx',
  'console/src/features/pricing/open-price.test.tsx',
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
