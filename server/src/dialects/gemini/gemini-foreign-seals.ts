import type { LongTexts } from '../../platform/json/long-texts.ts';
import type { LeaveOutSeals } from '../foreign-seals.ts';
import { type Json, objectOf, textOf } from '../neutral/json-values.ts';
import { featuresOf } from './gemini-features.ts';
import { FOREIGN_CALL, NO_SIGNATURE, readSignature } from './gemini-seals.ts';

const NAMES = ['thoughtSignature', 'thought_signature'];

/** Leaves out thoughts and proofs of other vendors' models; their calls get the mark that Google wants instead. */
export const leaveOutGeminiSeals: LeaveOutSeals = (tree, { upstreamModel, texts, report }) => {
  const outer = objectOf(tree) ?? {};
  // A count may hold a whole request.
  const request = objectOf(outer.generateContentRequest ?? outer.generate_content_request) ?? outer;
  const contents = objectsIn(request.contents);
  let isChanged = false;
  let isLost = false;
  for (const content of contents) {
    const parts = objectsIn(content.parts);
    const own = parts.filter((part) => {
      const name = NAMES.find((one) => isForeign(textOf(part[one]), texts));
      if (name === undefined) return true;
      isChanged = true;
      isLost ||= part[name] !== FOREIGN_CALL;
      delete part[name];
      return part.thought !== true && part.text !== '';
    });
    content.parts = own;
  }
  if (!isChanged) return false;
  // Contents without parts are refused.
  request.contents = contents.filter(({ parts }) => objectsIn(parts).length > 0);
  if (isLost) report.note('dropped', 'thinking', 'sealed by another vendor');
  if (featuresOf(upstreamModel).needsSignatures && contents.filter(markCall).length > 0)
    report.note('added', 'thought_signature', 'the calls are not of this model');
  return true;
};

/** A single one may stand for the list. */
const objectsIn = (value: unknown): Json[] =>
  ((Array.isArray(value) ? value : [value]) as unknown[]).map(objectOf).filter((one) => one !== null);

function isForeign(signature: string, texts: LongTexts): boolean {
  const seal = readSignature(signature, texts);
  return seal === null ? signature === FOREIGN_CALL : seal.dialect !== 'gemini';
}

/** @returns whether a call had no signature */
function markCall({ parts }: Json): boolean {
  const call = objectsIn(parts).find((part) => (part.functionCall ?? part.function_call) !== undefined);
  if (call === undefined || NAMES.some((name) => call[name] !== undefined)) return false;
  call.thoughtSignature = NO_SIGNATURE;
  return true;
}
