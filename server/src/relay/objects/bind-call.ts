import type { NamedObject } from '../../dialects/kept-object.ts';
import { lastSealIn } from '../../dialects/openai-responses/kept-responses.ts';
import { openAiResponses } from '../../dialects/openai-responses/openai-responses.ts';
import { type ChannelPlace, isAt } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { AcceptedCall } from '../call-context.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { shownId } from './kept-objects.ts';
import { lastAnsweredCall } from './last-answered-call.ts';

const notFound = {
  previous_response: { code: 'previous_response.not_found', param: 'previous_response_id' },
  conversation: { code: 'conversation.not_found', param: 'conversation' },
} as const satisfies Record<NamedObject['kind'], object>;

/**
 * Binds a call to the account that keeps what it goes on from, or that alone can read what it sends back; at once where
 * it is free.
 * @throws previous_response.not_found, conversation.not_found: also where it is another user's
 */
export function bind(call: AcceptedCall, needs: RelayNeeds): Promise<void> | undefined {
  call.preferredPlace = placeOfKeptThinking(call, needs);
  const { named } = call.facts;
  if (named !== undefined) return bindToNamed(call, named, needs);
  const seal = hasSeveralReaders(call) ? lastSealIn(call.body) : null;
  if (seal !== null) return bindToSeal(call, seal, needs);
}

async function bindToNamed(call: AcceptedCall, { kind, id }: NamedObject, needs: RelayNeeds): Promise<void> {
  const { facts, snapshot, identity } = call;
  const place = await needs.keptObjects.find(identity.userId, id);
  // A channel or key that rests now may come back; one that serves the model no more cannot go on.
  const isElsewhere = place !== null && !serves(call, place) && snapshot.channelAt(place) !== undefined;
  if (place === null || isElsewhere) throw notFoundError({ kind, id });
  call.boundTo = place;
  facts.inputTokens += place.tokens;
  facts.likelyInputTokens += place.tokens;
}

function notFoundError({ kind, id }: NamedObject): GatewayError {
  const { code, param } = notFound[kind];
  return new GatewayError(code, { id: shownId(id), param });
}

async function bindToSeal(call: AcceptedCall, seal: string, { keptObjects }: RelayNeeds): Promise<void> {
  const place = await keptObjects.find(call.identity.userId, seal);
  // Without it, another one may still belong to the same account.
  if (place !== null && serves(call, place)) call.boundTo = place;
}

/** Where the thinking can be read that its client may have dropped; elsewhere a call does without. */
function placeOfKeptThinking(call: AcceptedCall, { keptThinking }: RelayNeeds): ChannelPlace | null {
  if (keptThinking.isEmpty || !call.facts.hasTools || routesToModel(call).length < 2) return null;
  const callId = lastAnsweredCall(call);
  return callId === null ? null : keptThinking.placeOf(call.identity.tokenId, callId);
}

/** Only where accounts differ does it matter which one made a seal. */
function hasSeveralReaders(call: AcceptedCall): boolean {
  const routes = routesToModel(call);
  return (
    routes.length > 1 &&
    routes.some(({ channel }) => channel.forms.some(({ dialect }) => dialect === openAiResponses))
  );
}

const serves = (call: AcceptedCall, place: ChannelPlace): boolean =>
  routesToModel(call).some(({ channel }) => isAt(channel, place));

const routesToModel = ({ snapshot, group, facts }: AcceptedCall) =>
  snapshot.routesFor(group.symbol, facts.model).routes;
