import { mayHoldForeignSeals } from '../../dialects/foreign-seals.ts';
import { isSchemaMember, schemaTokens } from '../../dialects/input-estimate.ts';
import { parseObject, placeOf } from '../../dialects/neutral/json-values.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { spliceInTurns } from '../../platform/json/splice.ts';
import { joined } from '../../platform/memory/pieces.ts';
import { accept } from '../accept/accept-call.ts';
import { admit } from '../admit/admit-call.ts';
import { collectAnswer } from '../answer/collect-answer.ts';
import { readFailure, toFailureError } from '../answer/read-failure.ts';
import { commonHeaders, jsonHeaders } from '../answer/response-headers.ts';
import { bind } from '../bind/bind-call.ts';
import type { CallContext, ReadCall } from '../call/call-context.ts';
import { callChannel } from '../channel/call-channel.ts';
import { routesOfModel } from '../channel/model-routes.ts';
import { planCall } from '../channel/plan-call.ts';
import { identify } from '../identify/identify-caller.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { endAnswer } from '../settle/end-answer.ts';
import { convertCount, otherCounterOf } from './convert-count.ts';

const MAX_ANSWER_BYTES = 64 * 1024;
/** Approximate tokens of a message in addition to its text. */
const TOKENS_A_LISTED_OBJECT = 4;
/** With one of these statuses, the caller has to correct the request. */
const FAULTS_OF_REQUEST: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * Answers the number of input tokens of a request: from the upstream's counter if it has one, else as an
 * estimate marked in a header. A count is free and not logged.
 */
export async function countCall(ctx: CallContext, deps: RelayDeps): Promise<void> {
  try {
    const identified = await identify(ctx, deps);
    admit(identified, deps);
    const call = await accept(identified, deps);
    call.routes = routesOfModel(call);
    await bind(call, deps);
    const counted = await countByUpstream(call, deps);
    if (counted !== null) answer(call, counted, 'upstream');
    else answer(call, await estimate(call, deps), 'estimate');
  } catch (error) {
    ctx.error = toGatewayError(error);
    endAnswer(ctx, null, deps);
  }
}

/**
 * Counts with a counter of the caller's dialect, else with another one.
 * @returns null if no channel of the model counts, or its upstream cannot now
 */
async function countByUpstream(call: ReadCall, deps: RelayDeps): Promise<Buffer | null> {
  return (await countInDialect(call, deps)) ?? countInOther(call, deps);
}

async function countInOther(call: ReadCall, deps: RelayDeps): Promise<Buffer | null> {
  const { dialect, breakOff, caller } = call;
  const { upstreams, signing } = deps;
  for (const { channel, upstreamModel } of call.routes) {
    const counter = otherCounterOf({ channel }, dialect);
    if (counter === null) continue;
    const { form, conversion } = counter;
    try {
      const body = await convertCount(call, { counter, upstreamModel }, deps);
      if (body === null) continue;
      const { headers } = caller.request;
      const request = { form, upstreamModel, stream: false, body, headers, call };
      const reply = await callChannel(channel, request, { upstreams, signing, breakOff });
      const json = await collectAnswer(reply, { maxBytes: MAX_ANSWER_BYTES, hold: null });
      const tokens = placeOf(conversion.tokensIn(parseObject(json.toString('utf8')) ?? {}));
      if (reply.status === 200 && tokens !== null)
        return Buffer.from(JSON.stringify(dialect.countAnswer?.(tokens)));
    } catch {
      // The estimate replaces a count that is not available.
    }
  }
  return null;
}

async function countInDialect(call: ReadCall, { upstreams, signing }: RelayDeps): Promise<Buffer | null> {
  const { dialect, facts, scan, address, body, breakOff, caller } = call;
  for (const route of call.routes) {
    const { channel, upstreamModel } = route;
    const form = planCall(route, dialect);
    if (form === null) continue;
    const edits = dialect.editsOf({ address, body, scan }, facts, {
      ...{ upstreamModel, outputLimit: null, asksUsage: false },
    });
    const passed = await spliceInTurns(body, edits);
    const request = mayHoldForeignSeals(call, upstreamModel)
      ? await withoutForeignSeals(call, passed, upstreamModel)
      : passed;
    const { headers } = caller.request;
    try {
      const reply = await callChannel(
        channel,
        { form, upstreamModel, stream: false, body: request, headers, call },
        { upstreams, signing, breakOff },
      );
      if (reply.status === 200)
        return channel.secrets.clean(await collectAnswer(reply, { maxBytes: MAX_ANSWER_BYTES, hold: null }));
      const failure = await readFailure(reply, { dialect });
      if (FAULTS_OF_REQUEST.has(reply.status)) throw toFailureError(failure, reply, { channel, form });
    } catch (error) {
      if (error instanceof GatewayError || breakOff.isBroken) throw error;
      // An upstream that cannot count now does not prevent an answer.
    }
    return null;
  }
  return null;
}

async function withoutForeignSeals(call: ReadCall, passed: Buffer, model: string): Promise<Buffer> {
  const { leaveOutForeignSeals } = await import('../convert/leave-out-foreign-seals.ts');
  const { body } = await leaveOutForeignSeals(call, passed, model);
  return joined(body);
}

/** Counts system, messages and tools with the tokenizer, and estimates media and framing. */
async function estimate(
  { dialect, facts, scan, body }: ReadCall,
  { tokenCounter }: RelayDeps,
): Promise<Buffer> {
  if (dialect.countAnswer === null) throw new Error('only a dialect that counts comes here');
  const members = dialect.inputTexts.members.filter((name) => !isSchemaMember(name));
  const counted = await tokenCounter.count({ json: body, ...dialect.inputTexts, members });
  const media = (facts.media?.likelyImageTokens ?? 0) + (facts.media?.likelyAudioTokens ?? 0);
  const text =
    counted === null
      ? facts.likelyInputTokens
      : counted + schemaTokens(scan) + scan.listedObjects * TOKENS_A_LISTED_OBJECT;
  return Buffer.from(JSON.stringify(dialect.countAnswer(text + media)));
}

function answer(ctx: CallContext, body: Buffer, by: 'upstream' | 'estimate'): void {
  const { response } = ctx.caller;
  if (response.destroyed) return;
  const headers = [...commonHeaders(ctx), ...jsonHeaders];
  headers.push('content-length', String(body.length), 'x-turnpike-count', by);
  response.writeHead(200, headers);
  response.end(body);
}
