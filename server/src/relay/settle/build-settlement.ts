import {
  type CallEnd,
  type CatalogueEntry,
  type ChargeRule,
  type ErrorCode,
  errorCatalogue,
  logType,
} from '@turnpike/contract';
import type { Charge, ChargeLine } from '../../billing/charge.ts';
import type { TakenPoints } from '../../billing/hold.ts';
import { inputTokensOf, outputTokensOf, type Usage } from '../../billing/usage.ts';
import type { KeyTry, Settlement } from '../../db/settlement.ts';
import type { KeptObject } from '../../dialects/kept-object.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import { VendorError } from '../answer/read-failure.ts';
import type { QuotedCall } from '../call/call-context.ts';

export interface CallResult {
  usage: Usage;
  isEstimated: boolean;
  rule: ChargeRule;
  taken: TakenPoints;
  /** Cost of the call beyond the points left. */
  shortfall: number;
  /** Null if nothing is charged. */
  charge: Charge | null;
  /** Upstream cost in points; null if unknown. */
  cost: number | null;
  /** See `Settlement.counts`. */
  counts: string | undefined;
  /** Objects that the vendor stores for the answer. */
  kept: readonly KeptObject[];
  /** Wall-clock time of the end. */
  nowMs: number;
  durationMs: number;
}

/**
 * Builds the log row of a finished call, without its metadata. Source: docs/reference/compatibility.md, "Log
 * rows".
 */
export function buildSettlement(call: QuotedCall, result: CallResult): Omit<Settlement, 'metadata'> {
  const { identity, facts, route } = call;
  const { usage } = result;
  return {
    request_id: call.requestId,
    user_id: identity.userId,
    created_at: Math.floor(result.nowMs / 1000),
    type: logType.consume,
    content: '',
    username: identity.username,
    token_id: identity.tokenId,
    token_name: identity.tokenName,
    model_name: route?.billedModel ?? facts.model,
    quota: result.taken.fromBalance,
    prompt_tokens: inputTokensOf(usage),
    completion_tokens: outputTokensOf(usage),
    channel_id: route?.channel.id ?? 0,
    request_time: result.durationMs,
    is_stream: facts.stream ? 1 : 0,
    source_ip: call.caller.sourceIp,
    ended_by: endedBy(call),
    group_name: call.payingGroup.symbol,
    token_quota: result.taken.fromToken,
    debt: aboveZero(result.taken.debt),
    budgets: call.payers.joinedBudgets || undefined,
    counts: result.counts,
    kept: keptOf(call, result),
    usage_estimated: result.isEstimated || undefined,
    usage_flagged: usage.flags.length > 0 || undefined,
    key_tries: keyTriesOf(call),
    tried_channels: triedChannelsOf(call),
  };
}

function passedOverOf({ passedOver }: QuotedCall): object[] | undefined {
  if (passedOver.length === 0) return undefined;
  return passedOver.map(({ channelId, keyId, reason, seconds, lost }) => ({
    channel_id: channelId,
    key_id: keyId || undefined,
    reason,
    seconds: seconds ?? undefined,
    lost: lost || undefined,
  }));
}

function keyTriesOf({ attempts, error }: QuotedCall): KeyTry[] | undefined {
  if (!attempts.some(({ keyId }) => keyId !== 0)) return undefined;
  const tries = attempts.map(({ keyId, code }) => ({ key_id: keyId, code: failureOf(code) }));
  const last = tries.at(-1);
  // An answer may fail after it has begun.
  if (last !== undefined && last.code === '' && error !== null) last.code = failureOf(error.code);
  return tries;
}

/** The channels of several attempts, each once, as the log is searched for them: ` 3 7 `. */
function triedChannelsOf({ attempts }: QuotedCall): string | undefined {
  if (attempts.length < 2) return undefined;
  return ` ${[...new Set(attempts.map(({ channelId }) => channelId))].join(' ')} `;
}

/** Empty if it is not an upstream's failure, such as a disconnect or a request that no channel can serve. */
export function failureOf(code: string): string {
  const entry: CatalogueEntry | undefined = errorCatalogue[code as ErrorCode];
  return entry?.otherChannel === true ? code : '';
}

function keptOf(
  { facts: { model } }: QuotedCall,
  { kept, nowMs }: Pick<CallResult, 'kept' | 'nowMs'>,
): Settlement['kept'] {
  if (kept.length === 0) return undefined;
  const expiresAt = (days: number): number => Math.floor(nowMs / 1000) + days * DAY_SECONDS;
  return kept.map(({ name, tokens, keptDays }) => ({ name, tokens, model, expires_at: expiresAt(keptDays) }));
}

const DAY_SECONDS = 86_400;

/**
 * Builds the metadata: every number behind the charge, and the course of the call. Undefined members are not
 * stored. All members are named at once, because an object built from conditional parts is slow to create.
 */
export function buildMetadata(call: QuotedCall, result: CallResult): Record<string, unknown> {
  const { payingGroup, facts, route } = call;
  const { usage, charge } = result;
  const price = route?.price ?? call.replayed?.price ?? null;
  return {
    group_name: payingGroup.symbol,
    group_ratio: payingGroup.ratioNumber,
    price_type: price?.type,
    price_model: price?.model,
    price_version: price?.version,
    input_ratio: charge?.inputRatio ?? price?.inputRatio,
    output_ratio: charge?.outputRatio ?? price?.outputRatio,
    price_step: aboveZero(charge?.step ?? 0),
    service_tier: usage.tier ?? undefined,
    tier_ratio: charge === null || charge.tierRatio === '1' ? undefined : charge.tierRatio,
    hour_ratio: charge === null || charge.hourRatio === '1' ? undefined : charge.hourRatio,
    asked_model: call.askedModel ?? undefined,
    upstream_model: route?.upstreamModel === facts.model ? undefined : route?.upstreamModel,
    lines: charge?.lines ?? NO_LINES,
    cost: result.cost ?? undefined,
    reserved: call.hold.points,
    debt: aboveZero(result.taken.debt),
    shortfall: aboveZero(result.shortfall),
    first_response: facts.stream ? (call.firstByteMs ?? undefined) : undefined,
    conversion: conversionOf(call),
    error_code: call.error?.code,
    error_note: call.error?.note || undefined,
    charged_by: result.rule,
    estimated: result.isEstimated || undefined,
    usage_flags: usage.flags.length > 0 ? usage.flags : undefined,
    units: usage.units.length > 0 ? usage.units : undefined,
    cached: cachedOf(call),
    search: searchOf(call),
    attempts: call.attempts.map(
      ({ channelId, keyId, isOneOfKeys, status, code, message, durationMs, isOutrun }) => ({
        channel_id: channelId,
        key_id: isOneOfKeys ? keyId : undefined,
        status,
        code,
        message: message || undefined,
        duration_ms: durationMs,
        hedged: isOutrun || undefined,
      }),
    ),
    passed_over: passedOverOf(call),
    cached_read_tokens: aboveZero(usage.cacheRead),
    cached_write_tokens: aboveZero(usage.cacheWrite5m + usage.cacheWrite1h),
    reasoning_tokens: aboveZero(usage.reasoningOutput),
  };
}

function conversionOf({ converted, leftOut, dialect }: QuotedCall): object | undefined {
  if (converted !== null) return { from: converted.from, to: converted.to, ...converted.report.metadata() };
  return leftOut === null ? undefined : { from: dialect.name, to: dialect.name, ...leftOut.metadata() };
}

function cachedOf({ replayed }: QuotedCall): object | undefined {
  if (replayed === null) return undefined;
  return { request_id: replayed.requestId, made_at: replayed.madeAt, percent: replayed.percent };
}

function searchOf({ search }: QuotedCall): object | undefined {
  if (search === null || search.state === null) return undefined;
  const { state, sources, code } = search;
  return {
    state,
    results: state === 'used' ? sources.length : undefined,
    error_code: code || undefined,
  };
}

const NO_LINES: readonly ChargeLine[] = [];

const aboveZero = (count: number): number | undefined => (count > 0 ? count : undefined);

export function endedBy({ brokenBy, error, answer, attempts }: QuotedCall): CallEnd {
  if (brokenBy !== null) return brokenBy;
  if (error === null) return answer?.isCutAtLimit ? 'limit' : 'completed';
  if (error.code === 'caller.left') return 'client';
  if (isOfRequest(error) && attempts.at(-1)?.code !== 'upstream.model_missing') return 'request';
  if (error.code === 'upstream.timeout') return 'timeout';
  return error.code.startsWith('upstream.') ? 'upstream' : 'gateway';
}

/**
 * Whether an error says that the request is not valid, too long, or not permitted by the provider's policy. A
 * refusal of the model is the channel's: it names the model as one of its own.
 */
function isOfRequest({ entry, cause }: GatewayError): boolean {
  if (!REFUSED_REQUEST.has(entry.status)) return false;
  if (!(cause instanceof VendorError)) return true;
  const { failure } = cause;
  return failure.param !== 'model' && failure.code !== 'model_not_found';
}

const REFUSED_REQUEST: ReadonlySet<number> = new Set([400, 413, 422]);
