import type { LeaveOutSeals } from '../foreign-seals.ts';
import { listOf, objectOf, textOf } from '../neutral/json-values.ts';
import { isForeignSeal } from '../neutral/seals.ts';

/** Leaves out reasoning and proofs of calls that vendors of other dialects sealed. */
export const leaveOutChatSeals: LeaveOutSeals = (tree, { texts, report }) => {
  let isChanged = false;
  const isForeign = (value: unknown): boolean => isForeignSeal(textOf(value), texts);
  for (const message of listOf(objectOf(tree)?.messages).map(objectOf)) {
    if (message === null) continue;
    const details = listOf(message.reasoning_details);
    const own = details.filter((detail) => !isForeign(objectOf(detail)?.signature));
    if (own.length < details.length) {
      isChanged = true;
      if (own.length > 0) message.reasoning_details = own;
      else delete message.reasoning_details;
    }
    for (const call of listOf(message.tool_calls).map(objectOf)) {
      const google = objectOf(objectOf(call?.extra_content)?.google);
      if (google === null || !isForeign(google.thought_signature)) continue;
      isChanged = true;
      delete call?.extra_content;
    }
  }
  if (isChanged) report.note('dropped', 'thinking', 'sealed by another vendor');
  return isChanged;
};
