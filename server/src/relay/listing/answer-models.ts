import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import type { IncomingMessage, ServerResponse } from '../../platform/http-messages.ts';
import { familyOf } from '../client-families.ts';
import { commonHeaders, jsonHeaders } from '../deliver/response-headers.ts';
import { groupOf, readTokenKey } from '../identify/identify-caller.ts';
import { assertMayCall } from '../identify/identity-directory.ts';
import type { RelayNeeds } from '../relay-needs.ts';

/**
 * Shows the models that a key may use.
 * @param only one model; null lists all
 */
export async function answerModels(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, needs, only }: { requestId: string; needs: RelayNeeds; only: string | null },
): Promise<void> {
  const { path, query } = splitUrl(request);
  const family = familyOf(path, request.headers, query);
  const send = (status: number, body: string): void => {
    response.writeHead(status, [
      ...commonHeaders({ requestId, allowance: null, caller: { family } }),
      ...jsonHeaders,
    ]);
    response.end(body);
  };
  try {
    const identity = await needs.identities.find(readTokenKey(request, family.carriers));
    assertMayCall(identity, needs.clock.nowSeconds());
    const snapshot = needs.routing.current;
    const group = groupOf(identity, snapshot).symbol;
    const toListed = (id: string) => ({ id, owner: snapshot.ownerOf(group, id) });
    if (only === null) {
      const models = snapshot.modelsOf(group).map(toListed);
      send(200, JSON.stringify(family.modelList.list(models, query)));
      return;
    }
    if (snapshot.routesFor(group, only).routes.length === 0)
      throw new GatewayError('model.not_found', { model: only });
    send(200, JSON.stringify(family.modelList.one(toListed(only))));
  } catch (thrown) {
    const error = toGatewayError(thrown);
    send(family.errors.statusOf(error), family.errors.body(error, requestId));
  }
}

function splitUrl({ url = '' }: IncomingMessage): { path: string; query: string } {
  const question = url.indexOf('?');
  return question === -1
    ? { path: url, query: '' }
    : { path: url.slice(0, question), query: url.slice(question + 1) };
}
