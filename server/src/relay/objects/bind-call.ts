import { role } from '@turnpike/contract';
import type { NamedObject } from '../../dialects/kept-object.ts';
import { idsOfCall, mayNameObjects, NOTHING_NAMED } from '../../dialects/openai/object-ids.ts';
import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { lastSealIn } from '../../dialects/openai-responses/kept-responses.ts';
import { openAiResponses } from '../../dialects/openai-responses/openai-responses.ts';
import { type ChannelPlace, isAt, isSamePlace } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { AcceptedCall } from '../call-context.ts';
import { assertMayUseModel } from '../identify/key-rights.ts';
import type { RelayNeeds } from '../relay-needs.ts';
import { objectNotFound } from './ask-keeper.ts';
import { itemNotFound, shownId } from './kept-objects.ts';
import { lastAnsweredCall } from './last-answered-call.ts';

const notFound = {
  previous_response: { code: 'previous_response.not_found', param: 'previous_response_id' },
  conversation: { code: 'conversation.not_found', param: 'conversation' },
  container: { code: 'object.not_found', param: 'container' },
} as const satisfies Record<NamedObject['kind'], object>;

/**
 * Binds a call to the account that keeps what it goes on from, or that alone can read what it sends back; at once where
 * it is free.
 * @throws previous_response.not_found, conversation.not_found, item.not_found, object.not_found: also where it is another
 *   user's; token.model_not_allowed where it is of a model that the key may not use
 */
export function bind(call: AcceptedCall, needs: RelayNeeds): Promise<void> | undefined {
  call.preferredPlace = placeOfKeptThinking(call, needs);
  const { named } = call.facts;
  const namesKept = mayNameObjects(call) || call.namedItems.length > 0;
  if (namesKept && mayReadObjects(call)) return bindToObjects(call, needs);
  if (named !== undefined && isNamedTo(call, named)) return bindToNamed(call, named, needs);
  const seal = hasSeveralReaders(call) ? lastSealIn(call.body) : null;
  if (seal !== null) return bindToSeal(call, seal, needs);
}

/** Calls that are converted go without a container. */
const isNamedTo = (call: AcceptedCall, { kind }: NamedObject): boolean =>
  kind !== 'container' ||
  routesToModel(call).some(({ channel }) => channel.forms.some(({ dialect }) => dialect === call.dialect));

async function bindToNamed(call: AcceptedCall, { kind, id }: NamedObject, needs: RelayNeeds): Promise<void> {
  const { facts, snapshot, identity } = call;
  const place = await needs.keptObjects.find(identity.userId, id);
  // A channel or key that rests now may come back; one that serves the model no more cannot go on.
  const isElsewhere = place !== null && !serves(call, place) && snapshot.channelAt(place) !== undefined;
  if (place === null || isElsewhere) throw notFoundError({ kind, id });
  if (place.model !== '') assertMayUseModel(identity.rights, place.model);
  call.boundTo = place;
  facts.inputTokens += place.tokens;
  facts.likelyInputTokens += place.tokens;
}

/** Files, vector stores, containers and items are those of the caller: a vendor would read everybody's. */
async function bindToObjects(call: AcceptedCall, needs: RelayNeeds): Promise<void> {
  const { facts, namedItems, dialect } = call;
  const { read, reused } = mayNameObjects(call) ? await idsOfCall(call) : NOTHING_NAMED;
  if (facts.named !== undefined) await bindToNamed(call, facts.named, needs);
  for (const id of read) await bindToObject(call, { id, notFound: objectNotFound }, needs);
  const notFound = (id: string) => itemNotFound(id, dialect.namedItems?.of ?? '');
  for (const id of new Set(namedItems)) {
    const tokens = await bindToObject(call, { id, notFound }, needs);
    facts.inputTokens += tokens;
    facts.likelyInputTokens += tokens;
  }
  for (const id of reused) await preferContainer(call, id, needs);
}

/** A history may tell of containers at several accounts: the call goes on in one that its account still has. */
async function preferContainer(call: AcceptedCall, id: string, { keptObjects }: RelayNeeds): Promise<void> {
  const { identity } = call;
  const place = await keptObjects.find(identity.userId, id);
  if (place === null && identity.userRole < role.admin) throw objectNotFound(id);
  if (place !== null && serves(call, place)) call.boundTo ??= place;
}

/** @returns input tokens that the call has more by naming it */
async function bindToObject(
  call: AcceptedCall,
  { id, notFound }: { id: string; notFound: (id: string) => GatewayError },
  { keptObjects }: RelayNeeds,
): Promise<number> {
  const { identity, snapshot } = call;
  const place = await keptObjects.find(identity.userId, id);
  // An administrator may name what is kept by other means.
  if (place === null && identity.userRole >= role.admin) return 0;
  const isElsewhere = place !== null && !serves(call, place) && snapshot.channelAt(place) !== undefined;
  if (place === null || isElsewhere || (call.boundTo !== null && !isSamePlace(call.boundTo, place)))
    throw notFound(id);
  if (place.model !== '') assertMayUseModel(identity.rights, place.model);
  call.boundTo = place;
  return place.tokens;
}

/** Where a vendor of OpenAI's APIs keeps something; ids mean nothing to others. */
const mayReadObjects = (call: AcceptedCall): boolean =>
  routesToModel(call).some(({ channel }) =>
    channel.forms.some(
      ({ dialect }) => dialect === openAiResponses || (channel.keeps !== null && dialect === openAiChat),
    ),
  );

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
