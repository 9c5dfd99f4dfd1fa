import { placeOf } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { toUpstreamError } from '../answer/upstream-error.ts';
import { letGoOfBody } from '../body/release-body.ts';
import type { AnsweredCall } from '../call/call-context.ts';
import type { AnswerSender } from '../call/opened-answer.ts';
import { noteFailure, noteSuccess } from '../learned/note-outcome.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { assertSafeText } from '../safety/safety-check.ts';
import { FlowSender } from './flow-sender.ts';
import { HeldSender } from './held-sender.ts';
import { StreamSender } from './stream-sender.ts';

/** Sends the answer to the caller, except for its last bytes, which wait for the settlement. */
export async function deliver(call: AnsweredCall, deps: RelayDeps): Promise<void> {
  const { answer } = call;
  // No other channel is tried from here on.
  call.upload?.spool.release();
  if (answer.needsNoCount) letGoOfBody(call);
  const sender = senderFor(call);
  call.sender = sender;
  try {
    await sender.run();
    if (!answer.isComplete) throw new GatewayError('upstream.answer_cut');
    noteSuccess(call, deps);
    keepOnChannel(call, deps);
  } catch (thrown) {
    const error = toUpstreamError(thrown);
    noteFailure(call, error, deps);
    throw error;
  }
  // Nothing of a whole answer has left yet.
  if (answer.kind === 'held' && deps.options().checksAnswers)
    assertSafeText(deps.safetyCheck.answerGuard(deps.options()), answer.text());
}

/** The next call of the conversation prefers the channel. */
function keepOnChannel(
  { conversation, identity, facts, route }: AnsweredCall,
  { affinity }: RelayDeps,
): void {
  if (conversation === null) return;
  affinity.note({ userId: identity.userId, model: facts.model, name: conversation }, placeOf(route.channel));
}

function senderFor(call: AnsweredCall): AnswerSender {
  const { answer } = call;
  switch (answer.kind) {
    case 'held':
      return new HeldSender(call, answer);
    case 'flowing':
      return new FlowSender(call, answer);
    case 'stream':
      return new StreamSender(call, answer);
  }
}
