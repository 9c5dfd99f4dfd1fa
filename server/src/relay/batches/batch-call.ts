import type { Hold } from '../../billing/account.ts';
import { objectOf, parseObject, textOf } from '../../dialects/neutral/json-values.ts';
import { invalid } from '../../dialects/neutral/members.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { QuotedCall } from '../call/call-context.ts';
import { loadPayers } from '../call/load-payers.ts';
import { payersOf } from '../call/payers.ts';
import type { ObjectAction } from '../kept/object-actions.ts';
import { askKeeper, type OwnedRequest } from '../objects/ask-keeper.ts';
import { keepingChannel } from '../raw/send-raw.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { dialectAt } from './batch-endpoints.ts';
import type { BatchTerms } from './batch-terms.ts';
import { readBatchInput } from './read-batch-input.ts';

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
  const hold = await deps.quotaBook.reserve(
    payers,
    { most: points, least: points },
    { waitMs: 0, onLeave() {} },
  );
  const terms: BatchTerms = {
    ...{ requestId, endpoint, inputFileId: fileId, sourceIp: caller.sourceIp, requests: input.requests },
    ...{ username: identity.username, tokenId: identity.tokenId, tokenName: identity.tokenName },
    ...{ isLimited: identity.isLimited, groupName: payingGroup.symbol, groupRatio: payingGroup.ratioNumber },
    budgets: payers.budgets.map(({ budgetId, periodStart }) => ({ budgetId, periodStart })),
    ...{ model: input.model, billedModel: input.route.billedModel, upstreamModel: input.route.upstreamModel },
    ...{ price: input.route.price, likelyInput: input.likelyInput },
  };
  return { terms, hold };
}
