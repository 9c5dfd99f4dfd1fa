import { logType } from '@turnpike/contract';
import type { ChargeLine } from '../../billing/charge.ts';
import { inputTokensOf, outputTokensOf, type Usage } from '../../billing/usage.ts';
import type { Settlement } from '../../db/settlement-writer.ts';
import type { CallContext, EndedBy } from '../call-context.ts';

export interface CallResult {
  usage: Usage;
  isEstimated: boolean;
  /** Points taken. */
  points: number;
  /** Points that the call cost beyond what was left. */
  shortfall: number;
  lines: ChargeLine[];
  nowMs: number;
}

/** The log row of a finished call, with every number that made its charge. Names are the family's: console-api, 4.6. */
export function buildSettlement(ctx: CallContext, result: CallResult): Settlement {
  const { identity, group, facts, route } = ctx;
  if (identity === null || group === null || facts === null) throw new Error('only a quoted call is settled');
  const { usage } = result;
  const price = route?.price ?? null;
  return {
    request_id: ctx.requestId,
    user_id: identity.userId,
    created_at: Math.floor(result.nowMs / 1000),
    type: logType.consume,
    content: '',
    username: identity.username,
    token_id: identity.tokenId,
    token_name: identity.tokenName,
    model_name: price?.model.endsWith('*') === false ? price.model : facts.model,
    quota: result.points,
    prompt_tokens: inputTokensOf(usage),
    completion_tokens: outputTokensOf(usage),
    channel_id: route?.channel.id ?? 0,
    request_time: result.nowMs - ctx.startedAtMs,
    is_stream: facts.stream ? 1 : 0,
    source_ip: ctx.caller.sourceIp,
    token_limited: identity.isLimited,
    metadata: JSON.stringify({
      group_name: group.symbol,
      group_ratio: group.ratioNumber,
      ...(price !== null && {
        price_type: price.type,
        price_model: price.model,
        price_version: price.version,
        input_ratio: price.inputRatio,
        output_ratio: price.outputRatio,
      }),
      ...(route !== null && route.upstreamModel !== facts.model && { upstream_model: route.upstreamModel }),
      lines: result.lines,
      reserved: ctx.hold?.points ?? 0,
      ...(result.shortfall > 0 && { shortfall: result.shortfall }),
      ...(ctx.firstByteMs !== null && facts.stream && { first_response: ctx.firstByteMs }),
      ended_by: endedBy(ctx),
      ...(ctx.error !== null && { error_code: ctx.error.code }),
      ...(result.isEstimated && { estimated: true }),
      attempts: ctx.attempts.map(({ channelId, status, code, durationMs }) => ({
        channel_id: channelId,
        status,
        code,
        duration_ms: durationMs,
      })),
      ...(usage.cacheRead > 0 && { cached_read_tokens: usage.cacheRead }),
      ...(usage.cacheWrite5m + usage.cacheWrite1h > 0 && {
        cached_write_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
      }),
      ...(usage.reasoningOutput > 0 && { reasoning_tokens: usage.reasoningOutput }),
    }),
  };
}

function endedBy({ brokenBy, error }: CallContext): EndedBy {
  if (brokenBy !== null) return brokenBy;
  if (error === null) return 'completed';
  if (error.code === 'caller.left') return 'client';
  if (error.code === 'upstream.timeout') return 'timeout';
  return error.code.startsWith('upstream.') ? 'upstream' : 'gateway';
}
