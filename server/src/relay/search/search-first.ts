import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { LongTexts } from '../../platform/json/long-texts.ts';
import { joined } from '../../platform/memory/pieces.ts';
import type { SearchSettings } from '../../search/search-engine.ts';
import { replaceBody } from '../body/scan-body.ts';
import type { ReadCall } from '../call/call-context.ts';
import type { CallSearch } from '../call/call-parts.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { askPlanner } from './ask-planner.ts';
import { chargedSearch } from './charged-search.ts';
import { planRequest, queryOfPlan } from './search-plan.ts';
import { sourceBlock } from './source-block.ts';

/** Added to the request id of the call for the row of its search. */
const ID_SUFFIX = '-search';

/** Failures that only the operator can end. */
const OF_OPERATOR: ReadonlySet<string> = new Set(['search.failed', 'settlement.backlog', 'gateway.internal']);

const UNUSED: CallSearch = { state: 'unused', sources: [], code: '' };

/**
 * Searches the web before a call, at most once: a planner decides whether and what, and the results are added to the last
 * message of the request. After a failure the call goes on without them, and its header and log row say so.
 * @throws if the call was aborted meanwhile
 */
export async function searchFirst(call: ReadCall, deps: RelayDeps): Promise<void> {
  const { webSearch } = deps.options();
  try {
    // It may have been turned off a moment ago.
    if (webSearch === null) throw new GatewayError('search.off');
    call.search = await search(call, webSearch, deps);
  } catch (error) {
    // There is no caller any more, or no time.
    if (call.breakOff.isBroken) throw error;
    const { code } = toGatewayError(error);
    call.search = { state: 'failed', sources: [], code };
    if (OF_OPERATOR.has(code))
      deps.report({ requestId: call.requestId, message: 'the search before a call failed', cause: error });
  }
}

async function search(call: ReadCall, settings: SearchSettings, deps: RelayDeps): Promise<CallSearch> {
  const { dialect, requestId, identity, payingGroup, snapshot, breakOff, caller, facts } = call;
  const findTurn = await dialect.userTurn?.();
  const texts = new LongTexts();
  const tree = await texts.parseInTurns(call.body);
  const turn = findTurn?.(tree) ?? null;
  if (turn === null) return UNUSED;
  const model = deps.options().searchPlanner || facts.model;
  const day = new Date(deps.clock.nowMs()).toISOString().slice(0, 10);
  const head = (text: string, length: number): string => texts.head(text, length);
  const query = queryOfPlan(
    await askPlanner(call, { model, body: planRequest(turn, { model, day, head }) }, deps),
  );
  if (query === null) return UNUSED;
  const payer = { requestId: requestId + ID_SUFFIX, identity, payingGroup, snapshot, breakOff };
  const { results } = await chargedSearch({ ...payer, sourceIp: caller.sourceIp }, { query, settings }, deps);
  if (results.length > 0) {
    const block = sourceBlock(query, results);
    await assertSafe(block, deps);
    turn.append(block);
    await replaceRequest(call, await joined(texts.writeApart(tree)), deps);
  }
  return { state: 'used', sources: results, code: '' };
}

/** @throws request.unsafe: the results may contain words that no request may have */
async function assertSafe(block: string, { options, safetyCheck }: RelayDeps): Promise<void> {
  const { unsafeWords } = options();
  if (unsafeWords !== null) await safetyCheck.assertSafe(Buffer.from(JSON.stringify(block)), unsafeWords);
}

/** @throws request.too_large; nothing is changed then */
async function replaceRequest(call: ReadCall, body: Buffer, { bodyLimitBytes }: RelayDeps): Promise<void> {
  const { dialect, address } = call;
  if (body.length > bodyLimitBytes) throw new GatewayError('request.too_large');
  const scan = await replaceBody(call, body);
  Object.assign(call, { scan, facts: dialect.readFacts({ address, body, scan }) });
}
