import type { LeaveOutSeals } from '../foreign-seals.ts';
import { listOf, objectOf, textOf } from '../neutral/json-values.ts';
import { isForeignSeal } from '../neutral/seals.ts';
import { isCallSeal } from './call-seals.ts';
import { OWN_ITEM_ID } from './openai-responses-items.ts';

/**
 * Leaves out reasoning of other vendors' models, and the items that carry the seals of their calls. Where there is no seal,
 * the vendor would look reasoning up by the id that the gateway gave it.
 */
export const leaveOutResponsesSeals: LeaveOutSeals = (tree, { texts, report }) => {
  const request = objectOf(tree) ?? {};
  const input = listOf(request.input);
  const own = input.filter((item) => {
    const { type, id, encrypted_content } = objectOf(item) ?? {};
    const sealed = textOf(encrypted_content);
    if (type === 'reasoning' && sealed === '') return !OWN_ITEM_ID.test(textOf(id));
    return !isForeignSeal(sealed, texts) && !isCallSeal(sealed, texts);
  });
  if (own.length === input.length) return false;
  request.input = own;
  report.note('dropped', 'thinking', 'of another vendor');
  return true;
};
