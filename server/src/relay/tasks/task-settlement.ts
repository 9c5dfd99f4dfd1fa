import { type CallEnd, logType } from '@turnpike/contract';
import { joinBudgets } from '../../billing/account.ts';
import type { Charge } from '../../billing/charge.ts';
import type { TakenPoints } from '../../billing/hold.ts';
import { outputTokensOf, type Usage } from '../../billing/usage.ts';
import type { Settlement } from '../../db/settlement.ts';
import type { KeptTask } from './kept-task.ts';

/** The end of a task for its books. */
export interface TaskEnd {
  usage: Usage;
  /** Null where nothing is charged. */
  charge: Charge | null;
  endedBy: CallEnd;
  /** Catalogue code; empty for a success. */
  errorCode: string;
  /** The vendor measured nothing, so the request counts. */
  isEstimated: boolean;
  /** Points that the vendor takes; null if unknown. */
  cost: number | null;
  reason: string;
}

/** Builds the log row of a task: a single row, when it has ended, with the numbers of its charge. */
export function taskSettlement(
  { terms, userId, taskId, platform, action, channelId, createdAt, held }: KeptTask,
  { end, taken, nowSeconds }: { end: TaskEnd; taken: TakenPoints; nowSeconds: number },
): Settlement {
  const { price, tries } = terms;
  const { charge, usage } = end;
  const points = charge?.points ?? 0;
  const metadata = {
    ...{ group_name: terms.groupName, group_ratio: terms.groupRatio },
    ...{ price_type: price.type, price_model: price.model, price_version: price.version },
    input_ratio: charge?.inputRatio ?? price.inputRatio,
    output_ratio: charge?.outputRatio ?? price.outputRatio,
    hour_ratio: charge === null || charge.hourRatio === '1' ? undefined : charge.hourRatio,
    upstream_model: terms.upstreamModel === terms.model ? undefined : terms.upstreamModel,
    ...{ lines: charge?.lines ?? [], reserved: held, debt: aboveZero(taken.debt) },
    shortfall: aboveZero(points - taken.fromBalance - taken.debt),
    charged_by: charge === null ? 'nothing' : 'usage',
    error_code: end.errorCode || undefined,
    error_note: end.reason || undefined,
    estimated: (charge !== null && end.isEstimated) || undefined,
    units: usage.units.length > 0 ? usage.units : undefined,
    cost: end.cost ?? undefined,
    task: { id: taskId, platform, action },
  };
  return {
    ...{ request_id: terms.requestId, user_id: userId, username: terms.username, created_at: nowSeconds },
    ...{ type: logType.consume, content: '', token_id: terms.tokenId, token_name: terms.tokenName },
    ...{ model_name: terms.billedModel, quota: taken.fromBalance },
    ...{ prompt_tokens: 0, completion_tokens: outputTokensOf(usage), channel_id: channelId },
    ...{ request_time: (nowSeconds - createdAt) * 1000, is_stream: 0, source_ip: terms.sourceIp },
    ended_by: end.endedBy,
    group_name: terms.groupName,
    metadata: JSON.stringify(metadata),
    token_quota: taken.fromToken,
    debt: aboveZero(taken.debt),
    budgets: joinBudgets(terms.budgets) || undefined,
    usage_estimated: (charge !== null && end.isEstimated) || undefined,
    key_tries: tries.some(({ key_id }) => key_id !== 0) ? tries : undefined,
    tried_channels: terms.triedChannels,
  };
}

const aboveZero = (count: number): number | undefined => (count > 0 ? count : undefined);
