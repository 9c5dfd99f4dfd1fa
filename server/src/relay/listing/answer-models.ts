import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import type { IncomingMessage, ServerResponse } from '../../platform/http-messages.ts';
import { commonHeaders, jsonHeaders } from '../deliver/response-headers.ts';
import type { ClientFamily } from '../entrances.ts';
import { groupOf, readTokenKey } from '../identify/identify-caller.ts';
import { assertMayCall } from '../identify/identity-directory.ts';
import type { RelayNeeds } from '../relay-needs.ts';

/** `created` of every listed model. Source: docs/reference/compatibility.md, "Relay". */
const MODELS_CREATED_SECONDS = 1_677_649_963;

/**
 * Shows the models that a key may use.
 * @param only one model; null lists all
 */
export async function answerModels(
  request: IncomingMessage,
  response: ServerResponse,
  {
    requestId,
    needs,
    family,
    only,
  }: { requestId: string; needs: RelayNeeds; family: ClientFamily; only: string | null },
): Promise<void> {
  const send = (status: number, body: string): void => {
    response.writeHead(status, [...commonHeaders({ requestId, allowance: null }), ...jsonHeaders]);
    response.end(body);
  };
  try {
    const identity = await needs.identities.find(readTokenKey(request, family.carriers));
    assertMayCall(identity, needs.clock.nowSeconds());
    const snapshot = needs.routing.current;
    const group = groupOf(identity, snapshot).symbol;
    const toModel = (id: string) => ({
      id,
      object: 'model',
      created: MODELS_CREATED_SECONDS,
      owned_by: snapshot.ownerOf(group, id) || 'unknown',
    });
    if (only === null) {
      send(200, JSON.stringify({ object: 'list', data: snapshot.modelsOf(group).map(toModel) }));
      return;
    }
    if (snapshot.routesFor(group, only).routes.length === 0)
      throw new GatewayError('model.not_found', { model: only });
    send(200, JSON.stringify(toModel(only)));
  } catch (thrown) {
    const error = toGatewayError(thrown);
    send(family.errors.statusOf(error), family.errors.body(error, requestId));
  }
}
