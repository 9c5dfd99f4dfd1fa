import type { LeaveOutSeals } from '../foreign-seals.ts';
import { listOf, objectOf, textOf } from '../neutral/json-values.ts';
import { isForeignSeal } from '../neutral/seals.ts';
import { isCallSeal } from './call-seals.ts';

/** Leaves out reasoning of other vendors' models, and the items that carry the seals of their calls. */
export const leaveOutResponsesSeals: LeaveOutSeals = (tree, { texts, report }) => {
  const request = objectOf(tree) ?? {};
  const input = listOf(request.input);
  const own = input.filter((item) => {
    const sealed = textOf(objectOf(item)?.encrypted_content);
    return !isForeignSeal(sealed, texts) && !isCallSeal(sealed, texts);
  });
  if (own.length === input.length) return false;
  request.input = own;
  report.note('dropped', 'thinking', 'sealed by another vendor');
  return true;
};
