import { SEARCH_SUFFIX } from '@turnpike/contract';
import type { RequestFacts } from '../../dialects/dialect.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { JsonScanner } from '../../platform/json/json-scanner.ts';
import { spliceInTurns } from '../../platform/json/splice.ts';
import { replaceBody } from '../body/scan-body.ts';
import type { IdentifiedCall } from '../call/call-context.ts';
import type { RelayDeps } from '../relay-deps.ts';

interface ReadRequest {
  scan: JsonScanner;
  facts: RequestFacts;
}

/**
 * Turns a call of `model#search` into a call of the model that wants a search. Counts of tokens lose the suffix only. Other
 * operations are returned unchanged.
 * @throws search.off
 */
export async function takeSearchWish(
  call: IdentifiedCall,
  request: ReadRequest,
  { options }: Pick<RelayDeps, 'options'>,
): Promise<ReadRequest> {
  const { dialect, body, address } = call;
  const { scan, facts } = request;
  const model = facts.model.slice(0, -SEARCH_SUFFIX.length);
  const isCount = dialect.operation.kind === 'count';
  if (model === '' || (dialect.userTurn === undefined && !isCount)) return request;
  if (options().webSearch === null) throw new GatewayError('search.off');
  if (!isCount) call.search = { state: null, sources: [], code: '' };
  // Clients of Gemini and Azure name the model in the address.
  if (address.model !== null)
    Object.assign(call, { address: { ...address, model: address.model.slice(0, -SEARCH_SUFFIX.length) } });
  const named = scan.found.get('model');
  const renamed = { ...facts, model };
  if (named === undefined) return { scan, facts: renamed };
  const edit = { start: named.start, end: named.end, replacement: JSON.stringify(model) };
  return { scan: await replaceBody(call, await spliceInTurns(body, [edit])), facts: renamed };
}
