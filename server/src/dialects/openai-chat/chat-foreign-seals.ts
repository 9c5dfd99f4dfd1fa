import type { LeaveOutSeals } from '../foreign-seals.ts';
import { type Json, listOf, objectOf, textOf } from '../neutral/json-values.ts';
import { isForeignSeal } from '../neutral/seals.ts';
import { isGoogleModel } from './google-models.ts';

/** Leaves out reasoning and proofs of calls that vendors of other dialects sealed, and Google's where the model is not its own. */
export const leaveOutChatSeals: LeaveOutSeals = (tree, { upstreamModel, texts, report }) => {
  let isForeignFound = false;
  let isGooglesFound = false;
  const isForeign = (value: unknown): boolean => isForeignSeal(textOf(value), texts);
  for (const message of listOf(objectOf(tree)?.messages).map(objectOf)) {
    if (message === null) continue;
    const details = listOf(message.reasoning_details);
    const own = details.filter((detail) => !isForeign(objectOf(detail)?.signature));
    if (own.length < details.length) {
      isForeignFound = true;
      if (own.length > 0) message.reasoning_details = own;
      else delete message.reasoning_details;
    }
    for (const signed of [message, ...listOf(message.tool_calls).map(objectOf)]) leaveOutProof(signed);
  }
  if (isForeignFound) report.note('dropped', 'thinking', 'sealed by another vendor');
  if (isGooglesFound) report.note('dropped', 'signature', 'of a model of Google’s');
  return isForeignFound || isGooglesFound;

  function leaveOutProof(signed: Json | null): void {
    const google = objectOf(objectOf(signed?.extra_content)?.google);
    if (google === null || signed === null || google.thought_signature === undefined) return;
    if (isForeign(google.thought_signature)) isForeignFound = true;
    else if (!isGoogleModel(upstreamModel)) isGooglesFound = true;
    else return;
    delete signed.extra_content;
  }
};
