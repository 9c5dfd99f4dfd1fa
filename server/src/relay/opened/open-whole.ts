import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { RoutedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { FlowingAnswer } from './flowing-answer.ts';
import { HeldAnswer } from './held-answer.ts';
import { WholeBody } from './whole-body.ts';

/**
 * Waits until the answer is complete, or too long to wait for.
 * @throws if it is broken
 */
export async function openWhole(
  call: RoutedCall,
  answer: UpstreamAnswer,
  deps: Pick<RelayDeps, 'traits' | 'tokenCounter'>,
): Promise<HeldAnswer | FlowingAnswer> {
  const body = new WholeBody(call, answer);
  await body.ready();
  return body.flows ? new FlowingAnswer(call, body, deps) : new HeldAnswer(call, body, deps);
}
