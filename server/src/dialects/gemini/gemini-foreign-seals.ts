import type { LongTexts } from '../../platform/long-texts.ts';
import type { LeaveOutSeals } from '../foreign-seals.ts';
import { type Json, objectOf, textOf } from '../neutral/json-values.ts';
import { featuresOf } from './gemini-features.ts';
import { NO_SIGNATURE, readSignature } from './gemini-seals.ts';

const NAMES = ['thoughtSignature', 'thought_signature'];

/** Leaves out thoughts and proofs of other vendors' models; their calls get the mark that Google wants instead. */
export const leaveOutGeminiSeals: LeaveOutSeals = (tree, { upstreamModel, texts, report }) => {
  const outer = objectOf(tree) ?? {};
  // A count may hold a whole request.
  const request = objectOf(outer.generateContentRequest ?? outer.generate_content_request) ?? outer;
  const contents = objectsIn(request.contents);
  let isChanged = false;
  for (const content of contents) {
    const parts = objectsIn(content.parts);
    const own = parts.filter((part) => {
      const name = NAMES.find((one) => isForeign(textOf(part[one]), texts));
      if (name === undefined) return true;
      isChanged = true;
      delete part[name];
      return part.thought !== true && part.text !== '';
    });
    content.parts = own;
  }
  if (!isChanged) return false;
  // Contents without parts are refused.
  request.contents = contents.filter(({ parts }) => objectsIn(parts).length > 0);
  report.note('dropped', 'thinking', 'sealed by another vendor');
  if (featuresOf(upstreamModel).needsSignatures) contents.forEach(markCall);
  return true;
};

/** A single one may stand for the list. */
const objectsIn = (value: unknown): Json[] =>
  ((Array.isArray(value) ? value : [value]) as unknown[]).map(objectOf).filter((one) => one !== null);

const isForeign = (signature: string, texts: LongTexts): boolean =>
  readSignature(signature, texts).dialect !== 'gemini';

function markCall({ parts }: Json): void {
  const call = objectsIn(parts).find((part) => (part.functionCall ?? part.function_call) !== undefined);
  if (call !== undefined && NAMES.every((name) => call[name] === undefined))
    call.thoughtSignature = NO_SIGNATURE;
}
