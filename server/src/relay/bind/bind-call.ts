import { role } from '@turnpike/contract';
import { type NamedObject, toldName } from '../../dialects/kept-object.ts';
import {
  idsOfCall,
  leaveOutContainers,
  mayNameObjects,
  NOTHING_NAMED,
} from '../../dialects/openai/object-ids.ts';
import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { lastSealIn } from '../../dialects/openai-responses/kept-responses.ts';
import { openAiResponses } from '../../dialects/openai-responses/openai-responses.ts';
import { type ChannelPlace, isAt, isSamePlace } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { replaceBody } from '../body/scan-body.ts';
import type { ReadCall } from '../call/call-context.ts';
import { routesOfModel } from '../channel/model-routes.ts';
import { keepsThreads } from '../channel/plan-call.ts';
import { itemNotFound, type KeptPlace, objectNotFound, shownId } from '../kept/kept-objects.ts';
import { leaveOutIds } from '../kept/restore-items.ts';
import { unnamedConversation } from '../learned/affinity.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { conversationName } from '../request/conversation-name.ts';
import { stablePrefix } from '../request/stable-prefix.ts';
import { payingGroupFor } from '../rights/call-groups.ts';
import { assertMayUseModel } from '../rights/key-rights.ts';
import { lastAnsweredCall } from './last-answered-call.ts';

const notFound = {
  previous_response: { code: 'previous_response.not_found', param: 'previous_response_id' },
  conversation: { code: 'conversation.not_found', param: 'conversation' },
  container: { code: 'object.not_found', param: 'container' },
  thread: { code: 'thread.not_found', param: 'thread' },
  prompt: { code: 'object.not_found', param: 'prompt' },
} as const satisfies Record<NamedObject['kind'], object>;

/**
 * Binds a call to the account that stores the objects it refers to, or that alone can read its sealed
 * content. Synchronous if the call refers to none.
 * @throws previous_response.not_found, conversation.not_found, item.not_found, object.not_found: also for
 * another user's object; token.model_not_allowed if the object belongs to a model that the key may not use
 */
export function bind(call: ReadCall, deps: RelayDeps): Promise<void> | undefined {
  const binding = bindToPlace(call, deps);
  return binding?.then(() => keepBoundRoutes(call));
}

/** @throws channel.none_available */
function keepBoundRoutes(call: ReadCall): void {
  const { boundTo, routes } = call;
  if (boundTo === null) return;
  call.routes = routes.filter(({ channel }) => isAt(channel, boundTo));
  if (call.routes.length === 0) throw new GatewayError('channel.none_available');
}

function bindToPlace(call: ReadCall, deps: RelayDeps): Promise<void> | undefined {
  call.preferredPlace = placeOfKeptThinking(call, deps) ?? placeOfConversation(call, deps);
  const namesKept = mayNameObjects(call) || call.namedItems.length > 0;
  if (namesKept && mayReadObjects(call)) return bindToObjects(call, deps);
  const { named } = call.facts;
  if (named !== undefined) return bindToNamed(call, named, deps);
  const seal = hasSeveralReaders(call) ? lastSealIn(call.body) : null;
  if (seal !== null) return bindToSeal(call, seal, deps);
}

/** The vendor may have cached the beginning of the conversation there. */
function placeOfConversation(call: ReadCall, { affinity }: RelayDeps): ChannelPlace | null {
  if (call.routes.length < 2 || call.dialect.operation.kind !== 'conversation') return null;
  call.conversation = conversationName(call) ?? unnamedBy(stablePrefix(call));
  if (call.conversation === null) return null;
  const { identity, facts, conversation } = call;
  return affinity.find({ userId: identity.userId, model: facts.model, name: conversation });
}

const unnamedBy = (prefix: string | null): string | null =>
  prefix === null ? null : unnamedConversation(prefix);

/**
 * Converted calls drop a container and are refused with a prompt. A thread that no channel can store is
 * refused with an error of its own.
 */
function isNamedTo(call: ReadCall, { kind }: NamedObject): boolean {
  if (kind === 'container' || kind === 'prompt')
    return call.routes.some(({ channel }) => channel.forms.some(({ dialect }) => dialect === call.dialect));
  return kind !== 'thread' || call.routes.some((route) => keepsThreads(route, call.dialect));
}

async function bindToNamed(call: ReadCall, named: readonly NamedObject[], deps: RelayDeps): Promise<void> {
  for (const one of named) {
    if (!isNamedTo(call, one)) continue;
    const place = await deps.keptObjects.find(call.identity.userId, one.id);
    if (place === null && one.kind === 'prompt' && call.identity.userRole >= role.admin) continue;
    bindToFound(call, place, () => notFoundError(one));
    // The client has the whole conversation and can start again on another channel.
    if (one.kind === 'thread' && place !== null && !serves(call, place)) throw notFoundError(one);
    countKept(call, place);
  }
}

/** The vendor reads all of it again, so a payer with too few points for it is refused. */
function countKept({ facts }: ReadCall, place: KeptPlace | null): void {
  const tokens = place?.tokens ?? 0;
  facts.inputTokens += tokens;
  facts.likelyInputTokens += tokens;
  facts.leastInputTokens += tokens;
}

/**
 * Files, vector stores, containers and items must belong to the caller: a vendor would read those of any
 * user.
 */
async function bindToObjects(call: ReadCall, deps: RelayDeps): Promise<void> {
  const { facts, namedItems } = call;
  const { read, reused } = mayNameObjects(call) ? await idsOfCall(call) : NOTHING_NAMED;
  if (facts.named !== undefined) await bindToNamed(call, facts.named, deps);
  for (const id of read) await bindToObject(call, { id, notFound: objectNotFound }, deps);
  if (namedItems.length > 0) await bindToItems(call, deps);
  await preferContainers(call, reused, deps);
}

/**
 * Binds a call to a container in its history, which may name containers at several accounts. The call
 * continues in one that its account still has. Containers that do not belong to the user are removed.
 */
async function preferContainers(
  call: ReadCall,
  ids: ReadonlySet<string>,
  { keptObjects }: RelayDeps,
): Promise<void> {
  const { identity } = call;
  const unknown = new Set<string>();
  for (const id of ids) {
    const place = await keptObjects.find(identity.userId, id);
    if (place === null && identity.userRole < role.admin) unknown.add(id);
    if (place !== null && serves(call, place)) call.boundTo ??= place;
  }
  if (unknown.size > 0) call.scan = await replaceBody(call, await leaveOutContainers(call.body, unknown));
}

async function bindToObject(
  call: ReadCall,
  { id, notFound }: { id: string; notFound: (id: string) => GatewayError },
  { keptObjects }: RelayDeps,
): Promise<void> {
  const place = await keptObjects.find(call.identity.userId, id);
  // An administrator may name objects that the gateway did not store.
  if (place === null && call.identity.userRole >= role.admin) return;
  bindToFound(call, place, () => notFound(id));
}

function bindToFound(call: ReadCall, place: KeptPlace | null, notFound: () => GatewayError): void {
  if (place !== null) goTo(call, place);
  // A paused channel or key may return; one that no longer serves the model cannot continue.
  const isElsewhere = place !== null && !serves(call, place) && call.snapshot.channelAt(place) !== undefined;
  if (place === null || isElsewhere || isBoundElsewhere(call, place)) throw notFound();
  if (place.model !== '') assertMayUseModel(call.identity.rights, place.model);
  call.boundTo = place;
}

/**
 * Binds a call to the items it names. Optional items are removed if their ids mean nothing to the accounts of
 * the call.
 */
async function bindToItems(call: ReadCall, { keptObjects }: RelayDeps): Promise<void> {
  const { namedItems, dialect, identity } = call;
  const isAdmin = identity.userRole >= role.admin;
  const notFound = (id: string) => itemNotFound(id, dialect.namedItems?.of ?? '');
  const unknown = new Set<string>();
  // Required items come first; among the optional ones, the latest thinking matters most.
  const needed = namedItems.filter(({ isSpare }) => !isSpare);
  const spare = mayReadItems(call) ? namedItems.filter(({ isSpare }) => isSpare).reverse() : [];
  const seen = new Set<string>();
  for (const { id, isSpare } of [...needed, ...spare]) {
    if (seen.has(id)) continue;
    seen.add(id);
    const place = await keptObjects.find(identity.userId, id);
    // Items that were only reported, and those of an administrator, may be named on any channel.
    if (place === null && (isAdmin || (await keptObjects.find(identity.userId, toldName(id))) !== null))
      continue;
    const isOfUse = place !== null && serves(call, place) && !isBoundElsewhere(call, place);
    if (isSpare && !isOfUse) unknown.add(id);
    else {
      bindToFound(call, place, () => notFound(id));
      countKept(call, place);
    }
  }
  if (unknown.size === 0) return;
  const unnamed = await leaveOutIds(
    call,
    spare.filter(({ id }) => unknown.has(id)),
  );
  call.scan = await replaceBody(call, unnamed);
}

/** Switches the call to the first spare group that has the account of the object. */
function goTo(call: ReadCall, place: ChannelPlace): void {
  const { identity, payingGroup, snapshot, pin } = call;
  const to = { identity, payingGroup, snapshot, pin, boundTo: place };
  call.payingGroup = payingGroupFor(to, call.facts.model);
  if (call.payingGroup !== payingGroup) call.routes = routesOfModel(call);
}

const isBoundElsewhere = ({ boundTo }: ReadCall, place: ChannelPlace): boolean =>
  boundTo !== null && !isSamePlace(boundTo, place);

/** Converted calls omit the ids of items. */
const mayReadItems = (call: ReadCall): boolean =>
  call.routes.some(({ channel }) => channel.forms.some(({ dialect }) => dialect === openAiResponses));

/** Whether a vendor stores objects that a call can name; their ids mean nothing to other vendors. */
const mayReadObjects = (call: ReadCall): boolean =>
  call.routes.some(({ channel }) =>
    channel.forms.some(
      ({ dialect }) =>
        dialect === openAiResponses ||
        (channel.keeps !== null && dialect === openAiChat) ||
        dialect.vendorReadsIds === true,
    ),
  );

function notFoundError({ kind, id }: NamedObject): GatewayError {
  const { code, param } = notFound[kind];
  return new GatewayError(code, { id: shownId(id), param });
}

async function bindToSeal(call: ReadCall, seal: string, { keptObjects }: RelayDeps): Promise<void> {
  const place = await keptObjects.find(call.identity.userId, seal);
  // Without this channel, another one may still belong to the same account.
  if (place !== null && serves(call, place)) call.boundTo = place;
}

/**
 * Returns the account that can read thinking which the client may have dropped; other accounts continue
 * without it.
 */
function placeOfKeptThinking(call: ReadCall, { keptThinking }: RelayDeps): ChannelPlace | null {
  if (keptThinking.isEmpty || !call.facts.hasTools || call.routes.length < 2) return null;
  const callId = lastAnsweredCall(call);
  return callId === null ? null : keptThinking.placeOf(call.identity.tokenId, callId);
}

/** The origin of a seal matters only if the accounts differ. */
function hasSeveralReaders(call: ReadCall): boolean {
  return call.routes.length > 1 && mayReadItems(call);
}

const serves = (call: ReadCall, place: ChannelPlace): boolean =>
  call.routes.some(({ channel }) => isAt(channel, place));
