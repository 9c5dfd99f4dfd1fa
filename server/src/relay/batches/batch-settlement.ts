import { type CallEnd, logType } from '@turnpike/contract';
import { joinBudgets } from '../../billing/account.ts';
import type { TakenPoints } from '../../billing/hold.ts';
import type { Settlement } from '../../db/settlement.ts';
import type { KeptBatch } from './batch-terms.ts';
import type { BatchResult } from './read-batch-result.ts';

/** Builds the log row of a batch: a single row, with the numbers of its charge. */
export function settlementOf(
  { terms, userId, name, channelId, keyId, createdAt, held }: KeptBatch,
  { result, taken, nowSeconds }: { result: BatchResult; taken: TakenPoints; nowSeconds: number },
): Settlement {
  const charge = result.use.charge(terms.groupRatio);
  const { lines, tier_ratio, hour_ratio, points, inputTokens, outputTokens } = charge;
  const { price } = terms;
  const above = (count: number): number | undefined => (count > 0 ? count : undefined);
  const metadata = {
    ...{ group_name: terms.groupName, group_ratio: terms.groupRatio },
    ...{ price_type: price.type, price_model: price.model, price_version: price.version },
    ...{ input_ratio: price.inputRatio, output_ratio: price.outputRatio },
    ...{ service_tier: 'batch', tier_ratio: tier_ratio === '1' ? undefined : tier_ratio },
    hour_ratio: hour_ratio === '1' ? undefined : hour_ratio,
    ...{ lines, reserved: held, debt: above(taken.debt) },
    shortfall: above(points - taken.fromBalance - taken.debt),
    charged_by: result.answers + result.unread > 0 ? 'usage' : 'nothing',
    estimated: result.unread > 0 || undefined,
    batch: { id: name, answers: result.answers, unread: result.unread },
  };
  return {
    ...{ request_id: terms.requestId, user_id: userId, username: terms.username, created_at: nowSeconds },
    ...{ type: logType.consume, content: '', token_id: terms.tokenId, token_name: terms.tokenName },
    ...{ model_name: terms.billedModel, quota: taken.fromBalance },
    ...{ prompt_tokens: inputTokens, completion_tokens: outputTokens, channel_id: channelId },
    ...{ request_time: (nowSeconds - createdAt) * 1000, is_stream: 0, source_ip: terms.sourceIp },
    ended_by: 'completed' satisfies CallEnd,
    group_name: terms.groupName,
    metadata: JSON.stringify(metadata),
    token_quota: taken.fromToken,
    debt: above(taken.debt),
    budgets: joinBudgets(terms.budgets) || undefined,
    usage_estimated: result.unread > 0 || undefined,
    key_tries: keyId === 0 ? undefined : [{ key_id: keyId, code: '' }],
  };
}
