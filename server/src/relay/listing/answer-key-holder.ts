import { toGatewayError } from '../../platform/gateway-error.ts';
import type { IncomingMessage, ServerResponse } from '../../platform/net/http-messages.ts';
import { commonHeaders, jsonHeaders } from '../answer/response-headers.ts';
import { familyOf } from '../clients/client-families.ts';
import type { ClientFamily } from '../clients/client-family.ts';
import { readTokenKey } from '../identify/identify-caller.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { assertMayPin, readPin } from '../rights/channel-pin.ts';
import { assertMayCall, type Identity } from '../rights/identity.ts';

/** A question of a key's holder that no upstream is asked about. */
export interface KeyQuestion {
  identity: Identity;
  family: ClientFamily;
  /** Query string of the request, without the question mark. */
  query: string;
}

/** A refused question has no channel, points or model. */
const refusedQuestion = {
  attempts: [],
  brokenBy: null,
  hold: null,
  facts: null,
  address: { model: null },
};

/** Answers a caller with a valid key; errors have the format of the path's clients. */
export async function answerKeyHolder(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, sourceIp, deps }: { requestId: string; sourceIp: string; deps: RelayDeps },
  answer: (question: KeyQuestion) => object | Promise<object>,
): Promise<void> {
  const { path, query } = splitUrl(request);
  const family = familyOf(path, request.headers, query);
  const send = (status: number, body: string): void => {
    response.writeHead(status, [
      ...commonHeaders({ requestId, use: null, caller: { family, request } }),
      ...jsonHeaders,
    ]);
    response.end(body);
  };
  let identity: Identity | null = null;
  try {
    const carried = readTokenKey(request, family.carriers);
    const isPinned = carried.includes('#');
    identity = await deps.identities.find(isPinned ? readPin(carried).key : carried);
    if (isPinned) assertMayPin(identity);
    assertMayCall(identity, { nowSeconds: deps.clock.nowSeconds(), sourceIp });
    send(200, JSON.stringify(await answer({ identity, family, query })));
  } catch (thrown) {
    const error = toGatewayError(thrown);
    deps.refusedCalls.note({
      ...refusedQuestion,
      ...{ requestId, identity, error, caller: { request, sourceIp } },
    });
    send(family.errors.statusOf(error), family.errors.body(error, requestId));
  }
}

function splitUrl({ url = '' }: IncomingMessage): { path: string; query: string } {
  const question = url.indexOf('?');
  return question === -1
    ? { path: url, query: '' }
    : { path: url.slice(0, question), query: url.slice(question + 1) };
}
