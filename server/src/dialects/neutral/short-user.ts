import { createHash } from 'node:crypto';
import type { ConversionReport } from './conversion-report.ts';

/** The end user within the length that a target accepts; a longer one becomes its hash, which is stable. */
export function shortUser(
  user: string,
  { maxLength, report }: { maxLength: number; report: ConversionReport },
): string {
  if (user.length <= maxLength) return user;
  report.note('approximated', 'user', 'its hash: it is too long for the target');
  return createHash('sha256').update(user).digest('hex').slice(0, maxLength);
}
