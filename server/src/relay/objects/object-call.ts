import { invalid } from '../../dialects/neutral/members.ts';
import { OWN_RESPONSE_ID } from '../../dialects/openai-responses/openai-responses-items.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import type { UpstreamAnswer } from '../../platform/net/upstream-answer.ts';
import type { Form } from '../../providers/provider.ts';
import { admit } from '../admit/admit-call.ts';
import { collectAnswer } from '../answer/collect-answer.ts';
import { readFailure, toFailureError } from '../answer/read-failure.ts';
import { commonHeaders, jsonHeaders } from '../answer/response-headers.ts';
import { toUpstreamError } from '../answer/upstream-error.ts';
import type { CallContext } from '../call/call-context.ts';
import { callChannel } from '../channel/call-channel.ts';
import type { ObjectEntrance } from '../clients/entrances.ts';
import { identify } from '../identify/identify-caller.ts';
import { shownId } from '../kept/kept-objects.ts';
import type { RelayDeps } from '../relay-deps.ts';
import type { Identity } from '../rights/identity.ts';
import { assertMayUseModel } from '../rights/key-rights.ts';
import { endAnswer } from '../settle/end-answer.ts';

/** A response may contain pictures. */
const MAX_ANSWER_BYTES = 32 * 2 ** 20;

/**
 * Shows, cancels or deletes a user's object at a vendor, through the channel that has it. It is free and not
 * logged.
 */
export async function objectCall(
  ctx: CallContext,
  { id, method, below }: Pick<ObjectEntrance, 'method' | 'below'> & { id: string },
  deps: RelayDeps,
): Promise<void> {
  try {
    const call = await identify(ctx, deps);
    admit(call, deps);
    const query = queryOf(call);
    const { identity, snapshot, dialect, caller, breakOff } = call;
    const { userId } = identity;
    const place = await deps.keptObjects.find(userId, id);
    if (place === null && method === 'DELETE' && (await forgetKept(identity, id, deps)))
      return answer(ctx, Buffer.from(JSON.stringify({ id, object: 'response', deleted: true })));
    if (place === null) throw notFound(id);
    if (place.model !== '') assertMayUseModel(identity.rights, place.model);
    const channel = snapshot.channelAt(place);
    const form = channel?.forms.find((one) => one.dialect === dialect);
    if (channel === undefined || form === undefined) throw new GatewayError('channel.none_available');
    const bodyHold = deps.bodyBudget.open(userId);
    call.bodyHold = bodyHold;
    const path = `/${encodeURIComponent(id)}${below}${query}`;
    const { headers } = caller.request;
    const reply = await callChannel(
      channel,
      { form, upstreamModel: '', stream: false, body: null, headers, call, object: { method, path } },
      { upstreams: deps.upstreams, signing: deps.signing, breakOff },
    );
    if (reply.status !== 200) throw await failureOf(reply, { id, channel, form });
    const body = channel.secrets.clean(
      await collectAnswer(reply, { maxBytes: MAX_ANSWER_BYTES, hold: bodyHold }),
    );
    if (method === 'DELETE') await deps.keptObjects.forget(userId, id);
    answer(ctx, body);
  } catch (error) {
    ctx.error = toGatewayError(toUpstreamError(error));
    endAnswer(ctx, null, deps);
  }
}

/**
 * @returns whether it was an answer that the gateway wrote and stored
 * @throws token.model_not_allowed
 */
async function forgetKept(
  { userId, rights }: Identity,
  id: string,
  { keptAnswers }: Pick<RelayDeps, 'keptAnswers'>,
): Promise<boolean> {
  const name = OWN_RESPONSE_ID.exec(id)?.[1];
  const kept = name === undefined ? null : await keptAnswers.find(userId, name);
  if (name === undefined || kept === null) return false;
  if (kept.model !== '') assertMayUseModel(rights, kept.model);
  return keptAnswers.forget(userId, name);
}

const notFound = (id: string): GatewayError => new GatewayError('response.not_found', { id: shownId(id) });

async function failureOf(
  reply: UpstreamAnswer,
  { id, channel, form }: { id: string; channel: Parameters<typeof callChannel>[0]; form: Form },
): Promise<GatewayError> {
  const failure = await readFailure(reply, form);
  return reply.status === 404 ? notFound(id) : toFailureError(failure, reply, { channel, form });
}

/**
 * Returns the caller's query without its key.
 * @throws request.invalid for a stream: only background answers have one, and the gateway creates none
 */
function queryOf({ address }: CallContext): string {
  const query = new URLSearchParams(address.query);
  if (query.get('stream') === 'true') throw invalid('stream', 'unsupported');
  query.delete('key');
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function answer(ctx: CallContext, body: Buffer): void {
  const { response } = ctx.caller;
  if (response.destroyed) return;
  const length = ['content-length', String(body.length)];
  response.writeHead(200, [...commonHeaders(ctx), ...jsonHeaders, ...length]);
  response.end(body);
}
