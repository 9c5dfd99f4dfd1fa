import type { QuotedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { endedBy, failureOf } from './build-settlement.ts';

/**
 * Counts a call for the public status of its model, if its group is public. A model in whose place another one answered
 * failed where one of its channels did. Calls that ended by their callers or by the gateway say nothing about a model.
 */
export function noteModel(call: QuotedCall, { modelHours, routing }: RelayDeps): void {
  const { payingGroup, attempts, facts, askedModel } = call;
  if (!payingGroup.isPublic || attempts.length === 0) return;
  const snapshot = routing.current;
  if (askedModel !== null && hasFailed(call, askedModel)) {
    const asked = snapshot.listedName(payingGroup.symbol, askedModel);
    if (asked !== null) modelHours.note(asked, null);
  }
  const end = endedBy(call);
  const isAnswer = end === 'completed' || end === 'limit';
  if (!isAnswer && end !== 'upstream' && end !== 'timeout') return;
  const model = snapshot.listedName(payingGroup.symbol, facts.model);
  if (model === null) return;
  const firstByteMs = call.firstByteMs ?? attempts.at(-1)?.durationMs ?? 0;
  modelHours.note(model, isAnswer ? firstByteMs : null);
}

function hasFailed({ attempts }: QuotedCall, model: string): boolean {
  for (const attempt of attempts) if (attempt.model === model && failureOf(attempt.code) !== '') return true;
  return false;
}
