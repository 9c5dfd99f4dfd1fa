import type { CacheMark } from './conversation.ts';
import type { ConversionReport } from './conversion-report.ts';

/** For targets that keep prompts in their cache by themselves: a mark says nothing to them. */
export function leaveOutMark(mark: CacheMark | null, report: ConversionReport): void {
  if (mark !== null) report.note('dropped', 'cache_control', 'the target caches by itself');
}
