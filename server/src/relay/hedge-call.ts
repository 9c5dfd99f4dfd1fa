import { releaseCounts } from '../billing/count-hold.ts';
import { BreakOff } from '../platform/net/break-off.ts';
import type { Attempt } from './call/attempt.ts';
import type { AnsweredCall, HeldCost, ReadCall, RoutedCall } from './call/call-context.ts';
import { dispatch } from './dispatch/dispatch-call.ts';
import { leaveChannel } from './learned/note-outcome.ts';
import type { RelayDeps } from './relay-deps.ts';
import { LossFound } from './request/fits.ts';
import { hasSideEffects } from './request/side-effects.ts';
import { selectSecond } from './select/select-channel.ts';

/** The end of an attempt: one of both is null. */
interface Outcome {
  runner: Runner;
  answered: AnsweredCall | null;
  error: unknown;
}

/** One of two attempts of a call that run at the same time. */
interface Runner {
  /** Inherits from the call, and has its own fields for everything that belongs to the attempt. */
  view: RoutedCall;
  breakOff: BreakOff;
  /** Attempts of the call before this one. */
  countBefore: number;
  hasFailed: boolean;
  outcome: Promise<Outcome>;
}

/**
 * Whether a second channel may be asked while the first one is silent. A whole answer is silent as long as its model
 * writes, so only streams are. Members that a channel adds to requests may have effects of their own.
 */
export const mayBeHedged = ({
  payingGroup,
  facts,
  dialect,
  form,
  route,
  hasOtherChannel,
}: RoutedCall): boolean =>
  payingGroup.hedge !== null &&
  facts.stream &&
  hasOtherChannel &&
  dialect.operation.kind === 'conversation' &&
  form.adapter === undefined &&
  route.channel.overrides === null;

/**
 * As `dispatch`. While the chosen channel is silent, a second one is asked too; the first to begin an answer delivers
 * it, and the other attempt ends without a result.
 * @throws as `dispatch`
 */
export async function dispatchHedged(call: RoutedCall, deps: RelayDeps): Promise<AnsweredCall> {
  const { payingGroup } = call;
  // Each stream counts once, however many channels are tried for it.
  if (call.attempts.length === 0) deps.hedgeBudgets.noteCall(payingGroup);
  const first = run(viewOf(call, call, deps), deps);
  const isSilent = await staysSilent(first, payingGroup.hedge?.afterMs ?? 0);
  const second = isSilent ? startSecond(call, first, deps) : null;
  const outcome = second === null ? await first.outcome : await firstAnswer(first, second);
  return takeOver(call, { runners: second === null ? [first] : [first, second], outcome }, deps);
}

async function staysSilent({ outcome }: Runner, afterMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<true>();
  const timer = setTimeout(resolve, afterMs, true);
  const isSilent = await Promise.race([outcome, promise]);
  clearTimeout(timer);
  return isSilent === true;
}

type View = Pick<Runner, 'view' | 'breakOff'>;

/** The attempts, and what the channel counts, are those of the second argument. */
function viewOf(
  call: RoutedCall,
  { attempts, channelUse, channelCounts }: Pick<RoutedCall, 'attempts' | 'channelUse' | 'channelCounts'>,
  { bodyBudget }: Pick<RelayDeps, 'bodyBudget'>,
): View {
  const breakOff = new BreakOff();
  call.breakOff.onBreak(() => breakOff.break());
  const view = Object.assign(Object.create(call) as RoutedCall, {
    ...{ breakOff, attemptBreakOff: null, attempts: [...attempts], triedRoute: null },
    ...{ channelUse, channelCounts },
    bodyHold: bodyBudget.open(call.identity.userId),
  });
  return { view, breakOff };
}

function run({ view, breakOff }: View, deps: RelayDeps): Runner {
  const runner: Runner = {
    ...{ view, breakOff, countBefore: view.attempts.length, hasFailed: false },
    outcome: dispatch(view, deps).then(
      (answered) => ({ runner, answered, error: null }),
      (error) => {
        runner.hasFailed = true;
        return { runner, answered: null, error };
      },
    ),
  };
  return runner;
}

/** @returns null if no second channel may be asked, or none is ready */
function startSecond(call: RoutedCall, first: Runner, deps: RelayDeps): Runner | null {
  const { payingGroup } = call;
  const { attempts } = first.view;
  if (call.breakOff.isBroken || !deps.hedgeBudgets.isLeft(payingGroup)) return null;
  if (attempts.length > deps.options().retryTimes || hasSideEffects(call)) return null;
  const { view, breakOff } = viewOf(call, { attempts, channelUse: null, channelCounts: null }, deps);
  const chosen = selectSecond(view as ReadCall & HeldCost, deps);
  if (chosen === null) return null;
  deps.hedgeBudgets.take(payingGroup);
  return run({ view: chosen, breakOff }, deps);
}

/** @returns if both fail: the first one that an upstream had taken, else the later one */
async function firstAnswer(first: Runner, second: Runner): Promise<Outcome> {
  const early = await Promise.race([first.outcome, second.outcome]);
  if (early.answered !== null) return early;
  const late = await (early.runner === first ? second : first).outcome;
  if (late.answered !== null) return late;
  const taken = [early, late].find(({ runner }) => runner.view.isTaken);
  return taken ?? (late.error instanceof LossFound ? early : late);
}

/** Gives the call what its attempt has found, and ends the other one. */
function takeOver(
  call: RoutedCall,
  { runners, outcome }: { runners: readonly Runner[]; outcome: Outcome },
  deps: RelayDeps,
): AnsweredCall {
  const { breakOff, bodyHold } = call;
  const { view } = outcome.runner;
  const others = runners.filter((runner) => runner !== outcome.runner);
  for (const other of others) stop(other, deps);
  const attempts = [...call.attempts, ...others.flatMap(ownAttempts), ...ownAttempts(outcome.runner)];
  const fits = [...new Set(runners.flatMap((runner) => runner.view.fits))];
  const heldBytes = view.bodyHold.bytes;
  view.bodyHold.release();
  Object.assign(call, view, { breakOff, bodyHold, attempts, fits });
  bodyHold.take(heldBytes);
  if (outcome.answered === null) throw outcome.error;
  return call as AnsweredCall;
}

const ownAttempts = ({ view, countBefore }: Runner): Attempt[] => view.attempts.slice(countBefore);

/** An attempt that another one outran says nothing about its channel. */
function stop(runner: Runner, deps: RelayDeps): void {
  const { view, breakOff, hasFailed } = runner;
  if (!hasFailed) {
    for (const attempt of ownAttempts(runner)) {
      attempt.isOutrun = true;
      attempt.durationMs = deps.clock.monotonicMs() - attempt.startedAtMs;
    }
    leaveChannel(view, deps);
    breakOff.break();
  }
  view.channelUse?.end(0);
  if (view.channelCounts !== null) releaseCounts(view.channelCounts);
  view.bodyHold.release();
}
