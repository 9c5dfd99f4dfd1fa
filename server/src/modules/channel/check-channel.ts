import type { ChannelCheckEvent, CheckedModel, CheckProcess, CheckResultName } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import type { CallableChannelRow } from '../routing/routing-rows.ts';
import { openSavedChannel, toCallableRow } from './called-channel.ts';
import { splitNames, tidyNames } from './channel-rules.ts';
import type { CheckQuestion } from './checked-model.ts';
import { inParallel } from './in-parallel.ts';
import { judgeFailure, judgeFunction, judgePlain, judgeStream } from './judge-model.ts';

/** Models that are asked at the same time. */
const MAX_PARALLEL = 3;
const HEARTBEAT_MS = 10_000;

type CheckDeps = Pick<ModuleDeps, 'askModel' | 'log'>;
type Step = CheckedModel['process'][number];

/**
 * Checks models of a saved channel by real calls; nothing is charged or logged. Each model is reported when it is done.
 * @throws channel.not_found and the other errors of `openSavedChannel`, before the first event
 */
export async function checkChannel(
  deps: ModuleDeps,
  { id, models }: { id: number; models: string },
  signal: AbortSignal,
): Promise<AsyncGenerator<ChannelCheckEvent>> {
  const { channel } = await openSavedChannel(deps, { id });
  return checkEvents(deps, { row: toCallableRow(channel), models: splitNames(tidyNames(models)), signal });
}

interface Check {
  row: CallableChannelRow;
  models: readonly string[];
  signal: AbortSignal;
}

/** Ends early when the caller leaves; no further model is begun then. */
export async function* checkEvents(
  deps: CheckDeps,
  { row, models, signal }: Check,
): AsyncGenerator<ChannelCheckEvent> {
  const ready: ChannelCheckEvent[] = [];
  let wake = (): void => {};
  const push = (event: ChannelCheckEvent): void => {
    ready.push(event);
    wake();
  };
  const stop = (): void => wake();
  signal.addEventListener('abort', stop, { once: true });
  const beat = setInterval(() => {
    // Events that wait for a slow reader keep its connection busy too.
    if (ready.length === 0) push({ type: 'heartbeat', data: 'ping' });
  }, HEARTBEAT_MS);
  const checking = inParallel(models, MAX_PARALLEL, async (model) => {
    if (signal.aborted) return;
    push({ type: 'result', data: await checkModel(deps, { row, model, signal }) });
  }).then(() => push({ type: 'done', data: 'completed' }));
  try {
    for (let isDone = false; !isDone && !signal.aborted; ) {
      for (const event of ready.splice(0)) {
        yield event;
        isDone = event.type === 'done';
      }
      if (ready.length === 0 && !isDone && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    await checking;
  } finally {
    clearInterval(beat);
    signal.removeEventListener('abort', stop);
  }
}

interface ModelCheck {
  row: CallableChannelRow;
  model: string;
  signal: AbortSignal;
}

/** The further questions are for models that answer and converse. */
async function checkModel(deps: CheckDeps, check: ModelCheck): Promise<CheckedModel> {
  const { model } = check;
  let converses = false;
  const basic = await step(
    deps,
    { ...check, process: 'basic', question: 'plain', about: 'answer' },
    (answer) => {
      converses = answer.isConversation;
      return judgePlain(answer);
    },
  );
  if (!converses) return { model, process: [basic] };
  const stream = await step(
    deps,
    { ...check, process: 'stream', question: 'stream', about: 'stream' },
    (answer) => [judgeStream(answer)],
  );
  const calling = await step(
    deps,
    { ...check, process: 'function', question: 'function', about: 'function' },
    (answer) => [judgeFunction(answer)],
  );
  return { model, process: [basic, stream, calling] };
}

async function step(
  { askModel, log }: CheckDeps,
  {
    row,
    model,
    signal,
    process: name,
    question,
    about,
  }: ModelCheck & { process: CheckProcess; question: CheckQuestion; about: CheckResultName },
  judge: (answer: Awaited<ReturnType<CheckDeps['askModel']>>) => Step['results'],
): Promise<Step> {
  try {
    const answer = await askModel({ ...row, model, question }, signal);
    return { name, results: judge(answer), response: answer.response };
  } catch (error) {
    if (!(error instanceof GatewayError) && !signal.aborted)
      log.warn({ channel: row.id, model, error: String(error) }, 'a model could not be checked');
    return { name, results: [judgeFailure(about, toFailure(error))], response: null };
  }
}

function toFailure(error: unknown): { code: string; detail: string } {
  if (!(error instanceof GatewayError)) return { code: 'gateway.internal', detail: '' };
  const { detail } = error.parameters;
  return { code: error.code, detail: typeof detail === 'string' ? detail : '' };
}
