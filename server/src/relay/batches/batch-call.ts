import type { Hold } from '../../billing/account.ts';
import { type CountHold, releaseCounts } from '../../billing/count-hold.ts';
import { ONE } from '../../billing/decimal.ts';
import { objectOf, parseObject, textOf } from '../../dialects/neutral/json-values.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import { callBudgets } from '../../modules/budget/call-budgets.ts';
import { costRatioOf } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { QuotedCall } from '../call/call-context.ts';
import { loadPayers } from '../call/load-payers.ts';
import { type CallPayers, payersOf } from '../call/payers.ts';
import type { ObjectAction } from '../kept/object-actions.ts';
import { askKeeper, type OwnedRequest } from '../objects/ask-keeper.ts';
import { keepingChannel } from '../raw/send-raw.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { dialectAt } from './batch-endpoints.ts';
import type { BatchTerms } from './batch-terms.ts';
import { type BatchInput, readBatchInput } from './read-batch-input.ts';

/** Other members of some vendors change the meaning of the lines. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...['input_file_id', 'endpoint', 'completion_window', 'metadata', 'output_expires_after'],
]);
/** With a shorter expiry, the result could expire before it is read. */
const SHORTEST_EXPIRY_SECONDS = 86_400;
const READ_FILE: ObjectAction = { class: 'files', method: 'GET', path: '/files/:id/content', isFile: true };

/** A batch that may start, with its maximum cost held. */
export interface ReadyBatch {
  terms: BatchTerms;
  hold: Hold;
  /** Held on counted budgets; null where none applies, or once the recorded batch has it. */
  counts: CountHold | null;
}

/**
 * Reads the requests of a batch, and holds its maximum cost until it is charged.
 * @throws request.invalid, batch.line_refused, batch.too_many, object.not_found; quota.insufficient and
 * similar
 */
export async function readyBatch(
  call: QuotedCall,
  { body, place }: OwnedRequest,
  deps: RelayDeps,
): Promise<ReadyBatch> {
  const asked = parseObject(body === null || !Buffer.isBuffer(body.bytes) ? '' : body.bytes.toString('utf8'));
  for (const name of Object.keys(asked ?? {})) if (!MEMBERS.has(name)) throw invalid(name, 'unsupported');
  const fileId = textOf(asked?.input_file_id);
  const endpoint = textOf(asked?.endpoint);
  const dialect = dialectAt(endpoint);
  if (fileId === '' || place === null) throw invalid('input_file_id', 'required');
  if (dialect === undefined) throw invalid('endpoint', 'unsupported');
  const expiry = objectOf(asked?.output_expires_after)?.seconds;
  if (expiry !== undefined && !(Number(expiry) >= SHORTEST_EXPIRY_SECONDS))
    throw invalid('output_expires_after.seconds', 'too_small');
  await deps.batches.assertMayOpen(call.identity.userId);
  const channel = keepingChannel(call.snapshot.channelAt(place));
  if (channel === null) throw new GatewayError('channel.none_available');
  const path = `/files/${encodeURIComponent(fileId)}/content`;
  const answer = await askKeeper(
    call,
    channel,
    { action: READ_FILE, path, body: null, id: fileId, place },
    deps,
  );
  const input = await readBatchInput(call, answer, { endpoint, dialect, place }, deps);
  const { identity, payingGroup, caller, requestId } = call;
  const payers = payersOf(call, { model: input.model, nowSeconds: deps.clock.nowSeconds() });
  await loadPayers(payers, deps);
  const { points } = input.use.charge(payingGroup.ratioNumber);
  const held = await holdOnCounted({ input, payers }, deps);
  const hold = await reserve(deps, payers, { points, counts: held?.counts ?? null });
  const terms: BatchTerms = {
    ...{ requestId, endpoint, inputFileId: fileId, sourceIp: caller.sourceIp, requests: input.requests },
    ...{ username: identity.username, tokenId: identity.tokenId, tokenName: identity.tokenName },
    ...{ isLimited: identity.isLimited, groupName: payingGroup.symbol, groupRatio: payingGroup.ratioNumber },
    budgets: payers.budgets.map(({ budgetId, periodStart }) => ({ budgetId, periodStart })),
    ...(held !== null && { counted: held.counted }),
    ...{ model: input.model, billedModel: input.route.billedModel, upstreamModel: input.route.upstreamModel },
    ...{ price: input.route.price, likelyInput: input.likelyInput },
  };
  return { terms, hold, counts: held?.counts ?? null };
}

/** @throws quota.insufficient and similar; nothing is held on budgets then */
async function reserve(
  { quotaBook }: RelayDeps,
  payers: CallPayers,
  { points, counts }: { points: number; counts: CountHold | null },
): Promise<Hold> {
  try {
    return await quotaBook.reserve(payers, { most: points, least: points }, { waitMs: 0, onLeave() {} });
  } catch (error) {
    if (counts !== null) releaseCounts(counts);
    throw error;
  }
}

/**
 * Holds all requests of a batch on the counted budgets of its payers and on those of its channel.
 * @returns null where none applies
 * @throws quota.budget_spent; rate.channels for a budget of the channel
 */
async function holdOnCounted(
  { input, payers }: { input: BatchInput; payers: CallPayers },
  { countBook, clock }: RelayDeps,
): Promise<{ counts: CountHold; counted: NonNullable<BatchTerms['counted']> } | null> {
  const { route, use, model, requests } = input;
  const ofChannel = callBudgets(route.channel.budgets ?? [], { model, nowSeconds: clock.nowSeconds() });
  const budgets = [...payers.counted, ...ofChannel];
  if (budgets.length === 0) return null;
  const costRatio = Number(costRatioOf(route) ?? ONE) / 1e9;
  const { points, inputTokens, outputTokens } = use.charge(costRatio);
  const amounts = { points, tokens: inputTokens + outputTokens, requests };
  await countBook.load(budgets)?.catch((cause: unknown) => {
    throw new GatewayError('gateway.unavailable', {}, { cause });
  });
  if (countBook.waitSeconds(ofChannel, amounts) !== null) throw new GatewayError('rate.channels');
  const counts = countBook.hold(budgets, amounts);
  const places = budgets.map(({ budgetId, periodStart, unit }) => ({ budgetId, periodStart, unit }));
  return { counts, counted: { budgets: places, amounts, costRatio } };
}
