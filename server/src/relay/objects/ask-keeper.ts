import { parseObject, textOf } from '../../dialects/neutral/json-values.ts';
import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { type ChannelPlace, placeOf } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { Form } from '../../providers/provider.ts';
import { readFailure, toFailureError, VendorError } from '../answer/read-failure.ts';
import type { IdentifiedCall } from '../call/call-context.ts';
import { objectNotFound } from '../kept/kept-objects.ts';
import type { ObjectAction } from '../kept/object-actions.ts';
import { headersOf, type KeepingChannel, sendRaw } from '../raw/send-raw.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { ObjectBody } from './object-body.ts';

/** A beta that the caller's client names; headers for accounts are not passed. */
const PASSED = ['accept', 'openai-beta'] as const;
const ERRORS: Form = { dialect: openAiChat, path: '' };

/** A user's request about an object that a vendor stores, ready to be sent. */
export interface OwnedRequest {
  action: ObjectAction;
  /** Path after the version, with its query. */
  path: string;
  body: ObjectBody | null;
  /** Object id for errors. */
  id: string;
  /** Location of all objects that the request names; null if it names none. */
  place: ChannelPlace | null;
}

/**
 * Sends a request to the channel that stores an object.
 * @param breakOff by default the caller's; a creation continues without its caller, because otherwise the
 * object would be unknown
 * @returns a successful answer
 * @throws object.not_found, and errors for the upstream's failures
 */
export async function askKeeper(
  call: IdentifiedCall,
  channel: KeepingChannel,
  { path, body, id, action }: OwnedRequest,
  deps: RelayDeps,
  breakOff = call.breakOff,
): Promise<UpstreamAnswer> {
  const headers = headersOf(call.caller.request, PASSED);
  if (body !== null) headers['content-type'] = body.contentType;
  const { method } = action;
  const answer = await sendRaw(
    { channel, method, path, body: body?.bytes ?? null, headers },
    { call, breakOff },
    deps,
  );
  if (answer.status >= 200 && answer.status <= 299) return answer;
  const failure = await readFailure(answer, ERRORS);
  if (answer.status === 404 && id !== '') {
    if (action.deletes) await deps.keptObjects.forget(call.identity.userId, id);
    throw objectNotFound(id, new VendorError(failure, channel));
  }
  // This call uses no model, so the 404 does not mean a missing one.
  if (answer.status === 404)
    throw new GatewayError('object.not_offered', {}, { cause: new VendorError(failure, channel) });
  throw toFailureError(failure, answer, { channel, form: ERRORS });
}

/**
 * Stores the object that an answer creates for the caller, or its state that an answer shows.
 * @throws upstream.broken_answer if a new object has no id; gateway.unavailable
 */
export async function noteShown(
  { identity }: IdentifiedCall,
  { action, channel, json }: { action: ObjectAction; channel: KeepingChannel; json: Buffer },
  { keptObjects }: RelayDeps,
): Promise<void> {
  const { creates, shows, holds } = action;
  const kind = creates ?? shows;
  if (kind === undefined) return;
  const answer = parseObject(json.toString('utf8'));
  const id = textOf(answer?.id);
  if (id === '') throw new GatewayError('upstream.broken_answer');
  const place = placeOf(channel);
  await keptObjects.keep(identity.userId, place, { name: id, kind, shown: json.toString('utf8') });
  const held = holds === undefined ? null : parseHeld(answer?.[holds]);
  if (holds !== undefined && held !== null)
    await keptObjects.keep(identity.userId, place, { ...held, kind: holds });
}

function parseHeld(value: unknown): { name: string; shown: string } | null {
  const shown = JSON.stringify(value ?? null);
  const name = textOf(parseObject(shown)?.id);
  return name === '' ? null : { name, shown };
}
