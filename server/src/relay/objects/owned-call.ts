import { objectPriceName } from '@turnpike/contract';
import { type ChannelPlace, isSamePlace } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { collectAnswer } from '../answer/collect-answer.ts';
import { commonHeaders, jsonHeaders } from '../answer/response-headers.ts';
import type { IdentifiedCall } from '../call/call-context.ts';
import { objectNotFound } from '../kept/kept-objects.ts';
import { findAction } from '../kept/object-actions.ts';
import { keepingChannel, passOn } from '../raw/send-raw.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { assertMayUseModel } from '../rights/key-rights.ts';
import { askKeeper, noteShown, type OwnedRequest } from './ask-keeper.ts';
import { chargedObjectCall } from './charged-object-call.ts';
import { takeObjectBody } from './object-body.ts';
import { answerObjectList } from './object-list.ts';

/** Lists below an object may be long. */
const MAX_ANSWER_BYTES = 32 * 2 ** 20;
/** Query members that select a part of a list. */
const ASKED: ReadonlySet<string> = new Set([
  'limit',
  'order',
  'after',
  'before',
  'filter',
  'include',
  'include[]',
]);

/**
 * Lets a user create, read and delete objects at a vendor, if an option allows their class. Objects of other
 * users are not found.
 * @param path after the version, with its query
 * @throws token.pin_required if the class is not allowed; token.model_not_allowed; object.not_found,
 * object.no_price, channel.none_available
 */
export async function ownedCall(call: IdentifiedCall, path: string, deps: RelayDeps): Promise<void> {
  const [bare = '', query = ''] = path.split(/\?(.*)/s, 2);
  const found = findAction(call.caller.request.method ?? 'GET', bare);
  if (found === null || !deps.options().openObjectClasses.has(found.action.class))
    throw new GatewayError('token.pin_required');
  const { action, ids } = found;
  const priceName = objectPriceName(action.class);
  assertMayUseModel(call.identity.rights, priceName);
  if (action.lists !== undefined) return answerObjectList(call, { kind: action.lists, query }, deps);
  const isCharged = action.creates !== undefined || action.isCharged === true;
  const body = action.method === 'POST' ? await takeObjectBody(call, deps) : null;
  const place = await placeOfAll(call, [...ids, ...(body?.ids ?? [])], deps);
  const request: OwnedRequest = { action, path: bare + askedOf(query), body, id: ids[0] ?? '', place };
  // A new object may be used together with earlier ones, which exist only at their own account.
  if (place === null && action.creates !== undefined)
    call.preferredPlace = await deps.keptObjects.newestPlace(call.identity.userId);
  if (isCharged) return chargedObjectCall(call, { ...request, priceName }, deps);
  const channel = keepingChannel(place === null ? undefined : call.snapshot.channelAt(place));
  if (channel === null) throw new GatewayError('channel.none_available');
  const answer = await askKeeper(call, channel, request, deps);
  if (action.isFile) return passOn(call, answer);
  call.bodyHold ??= deps.bodyBudget.open(call.identity.userId);
  const collected = channel.secrets.clean(
    await collectAnswer(answer, { maxBytes: MAX_ANSWER_BYTES, hold: call.bodyHold }),
  );
  const json = action.shows === 'batch' ? await shownTo(call, request, collected, deps) : collected;
  await noteShown(call, { action, channel, json }, deps);
  if (action.deletes) await deps.keptObjects.forget(call.identity.userId, request.id);
  const { response } = call.caller;
  if (response.destroyed) return;
  response.writeHead(200, [...commonHeaders(call), ...jsonHeaders, 'content-length', String(json.length)]);
  response.end(json);
}

/** @throws object.not_found for a batch that was never recorded, because it could not be charged */
async function shownTo(
  { identity }: IdentifiedCall,
  { id }: OwnedRequest,
  json: Buffer,
  deps: RelayDeps,
): Promise<Buffer> {
  const batch = await deps.batches.find(identity.userId, id);
  if (batch === null) throw objectNotFound(id);
  const { shownBatch } = await import('../batches/look-at-batch.ts');
  return shownBatch(batch, json, deps);
}

/**
 * @returns null if no objects are named
 * @throws object.not_found if an object is not the caller's, or is stored at another account than the rest
 */
async function placeOfAll(
  { identity }: IdentifiedCall,
  ids: readonly string[],
  { keptObjects }: RelayDeps,
): Promise<ChannelPlace | null> {
  let place: ChannelPlace | null = null;
  for (const id of new Set(ids)) {
    const found = await keptObjects.find(identity.userId, id);
    const isElsewhere = place !== null && found !== null && !isSamePlace(place, found);
    if (found === null || isElsewhere) throw objectNotFound(id);
    place = found;
  }
  return place;
}

function askedOf(query: string): string {
  const asked = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => ASKED.has(name)));
  return asked.size === 0 ? '' : `?${asked}`;
}
