import type { CallAddress } from '../dialects/call-facts.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { type CallContext, createCallContext } from './call/call-context.ts';
import { endCall } from './call/end-call.ts';
import type { RelayTraffic } from './call/relay-traffic.ts';
import type { RelayDeps } from './relay-deps.ts';

/** Runs a call to its end. */
export type CallRun = (ctx: CallContext, deps: RelayDeps) => Promise<void>;

/** Runs a call from its first byte until nothing of it is left, also where its caller leaves or the gateway stops. */
export async function runCall(
  run: CallRun,
  {
    requestId,
    dialect,
    address,
    caller,
    deps,
    traffic,
    isBounded = true,
  }: {
    requestId: string;
    dialect: Dialect;
    address: CallAddress;
    caller: CallContext['caller'];
    deps: RelayDeps;
    traffic: RelayTraffic;
    /** Whether the total limit of a call holds for it. */
    isBounded?: boolean;
  },
): Promise<void> {
  const startedAtMs = deps.clock.monotonicMs();
  const ctx = createCallContext({
    requestId,
    startedAtMs,
    arrivedAtSeconds: deps.clock.nowSeconds(),
    dialect,
    address,
    caller,
  });
  const breakOff = (by: NonNullable<CallContext['brokenBy']>): void => {
    if (ctx.breakOff.isBroken) return;
    ctx.brokenBy ??= by;
    ctx.breakOff.break();
  };
  let leftAtMs: number | null = null;
  const leave = (): void => {
    ctx.brokenBy ??= 'client';
    const now = deps.clock.monotonicMs();
    leftAtMs ??= now;
    const restMs = leftAtMs + (ctx.answer?.readOnForUsage() ?? 0) - now;
    if (restMs > 0) setTimeout(leave, restMs).unref();
    else breakOff('client');
  };
  caller.response.on('error', () => {});
  caller.response.once('close', () => {
    if (!caller.response.writableEnded) leave();
  });
  const passing = traffic.enter(isBounded ? startedAtMs : Number.POSITIVE_INFINITY, breakOff);
  try {
    await run(ctx, deps);
  } finally {
    endCall(ctx, deps);
    traffic.leave(passing);
  }
}
