import { setTimeout as wait } from 'node:timers/promises';
import { parseObject, textOf } from '../../dialects/neutral/json-values.ts';
import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import { UpstreamError } from '../../platform/net/upstream-answer.ts';
import { collectAnswer } from '../answer/collect-answer.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { askForBatch } from './ask-for-batch.ts';
import { dialectAt } from './batch-endpoints.ts';
import { GIVE_UP_SECONDS, isUnnamed, type KeptBatch, MAX_BATCH_BYTES } from './batch-terms.ts';
import { findBatchName } from './find-batch-name.ts';
import { type BatchResult, emptyResult, readBatchResult } from './read-batch-result.ts';
import { ResultRests } from './result-rests.ts';

/** Final states. Source: OpenAI API reference, "The batch object". */
const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'expired', 'cancelled']);
/** A caller that asks for a batch that has just ended waits this long for its charge. */
const SHOW_WAIT_MS = 5_000;

type LookDeps = Pick<RelayDeps, 'batches' | 'keptObjects' | 'upstreams' | 'routing' | 'clock' | 'report'>;

/** Limit for one result, so that a slow one does not block other batches for longer. */
const MAX_READ_MS = 30 * 60_000;

interface Settling {
  /** Settlements in progress, so that each result is read once. */
  underWay: Map<number, Promise<void>>;
  rests: ResultRests;
}

const settlings = new WeakMap<LookDeps['batches'], Settling>();

function settlingOf({ batches, clock }: LookDeps): Settling {
  const known = settlings.get(batches);
  if (known !== undefined) return known;
  const settling = { underWay: new Map<number, Promise<void>>(), rests: new ResultRests(clock) };
  settlings.set(batches, settling);
  return settling;
}

/**
 * Returns the state of a batch for its user. The result is shown only after the charge: otherwise the user
 * could delete it first.
 * @param json the vendor's state
 */
export async function shownBatch(batch: KeptBatch, json: Buffer, deps: LookDeps): Promise<Buffer> {
  const seen = parseObject(json.toString('utf8')) ?? {};
  const hasEnded = ENDED.has(textOf(seen.status));
  let isSettled = batch.isSettled;
  if (hasEnded && !isSettled && !settlingOf(deps).rests.isResting(batch.id)) {
    const settling = settleBatch(batch, seen, deps).then(
      () => true,
      (cause: unknown) => {
        deps.report({ requestId: batch.terms.requestId, message: 'a batch could not be charged', cause });
        return false;
      },
    );
    isSettled = await Promise.race([settling, wait(SHOW_WAIT_MS, false, { ref: false })]);
  }
  if (isSettled) {
    await keepFiles(batch, seen, deps);
    return json;
  }
  const hidden = { ...seen, output_file_id: null, error_file_id: null };
  return Buffer.from(JSON.stringify(hasEnded ? { ...hidden, status: 'finalizing' } : hidden));
}

/** Batches per check; checks run at most four times a minute. */
const LOOKS_AT_ONCE = 15;
const FIRST_DISTANCE_SECONDS = 60;
const LONGEST_DISTANCE_SECONDS = 1_800;

/** Checks the batches that are due, each on one node, at growing intervals. */
export async function lookAtDueBatches(
  deps: LookDeps,
  { isStopped }: { isStopped: () => boolean },
): Promise<void> {
  for (const batch of await deps.batches.due(LOOKS_AT_ONCE)) {
    if (isStopped()) return;
    const distance = Math.min(
      FIRST_DISTANCE_SECONDS * 2 ** Math.min(batch.looks, 10),
      LONGEST_DISTANCE_SECONDS,
    );
    if (!(await deps.batches.claim(batch, deps.clock.nowSeconds() + distance))) continue;
    await lookAtBatch(batch, deps).catch((cause: unknown) =>
      deps.report({ requestId: batch.terms.requestId, message: `batch ${batch.name} was not read`, cause }),
    );
  }
}

/** Checks one batch, and charges it if it has ended. */
async function lookAtBatch(batch: KeptBatch, deps: LookDeps): Promise<void> {
  if (isUnnamed(batch)) return findBatchName(batch, deps);
  const answer = await askForBatch(batch, `/batches/${batch.name}`, deps).catch(() => null);
  if (answer === null || answer.status !== 200) {
    answer?.cancel();
    if (deps.clock.nowSeconds() - batch.createdAt > GIVE_UP_SECONDS) await giveUp(batch, deps);
    return;
  }
  const json = await collectAnswer(answer, { maxBytes: MAX_BATCH_BYTES, hold: null });
  const seen = parseObject(json.toString('utf8')) ?? {};
  if (ENDED.has(textOf(seen.status))) await settleBatch(batch, seen, deps);
  const shown = await shownBatch({ ...batch, isSettled: ENDED.has(textOf(seen.status)) }, json, deps);
  const { userId, name } = batch;
  await deps.keptObjects.keep(userId, batch, { name, kind: 'batch', shown: shown.toString('utf8') });
}

async function giveUp(batch: KeptBatch, deps: LookDeps): Promise<void> {
  await deps.batches.settle(batch, emptyResult(batch.terms));
  const { requestId } = batch.terms;
  deps.report({ requestId, message: `batch ${batch.name} was never told and is not charged` });
}

function settleBatch(batch: KeptBatch, seen: Record<string, unknown>, deps: LookDeps): Promise<void> {
  const { underWay } = settlingOf(deps);
  const known = underWay.get(batch.id);
  if (known !== undefined) return known;
  const now = settleNow(batch, seen, deps).finally(() => underWay.delete(batch.id));
  underWay.set(batch.id, now);
  return now;
}

/** @throws UpstreamError, or if the result or the database is not available now */
async function settleNow(batch: KeptBatch, seen: Record<string, unknown>, deps: LookDeps): Promise<void> {
  const fileId = textOf(seen.output_file_id);
  const { rests } = settlingOf(deps);
  try {
    const result = fileId === '' ? emptyResult(batch.terms) : await readResult(batch, fileId, deps);
    rests.forget(batch.id);
    await deps.batches.settle(batch, result);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    rests.failed(batch.id);
    if (deps.clock.nowSeconds() - batch.createdAt <= GIVE_UP_SECONDS) throw error;
    rests.forget(batch.id);
    await giveUp(batch, deps);
  }
}

/** @throws UpstreamError, or if its channel no longer exists */
async function readResult(batch: KeptBatch, fileId: string, deps: LookDeps): Promise<BatchResult> {
  const { terms } = batch;
  const breakOff = new BreakOff();
  const timer = setTimeout(() => breakOff.break(), MAX_READ_MS).unref();
  try {
    const answer = await askForBatch(batch, `/files/${encodeURIComponent(fileId)}/content`, deps, breakOff);
    if (answer.status !== 200) {
      answer.cancel();
      throw new UpstreamError('broken', new Error(`the result of ${batch.name} answers ${answer.status}`));
    }
    const dialect = dialectAt(terms.endpoint) ?? openAiChat;
    return await readBatchResult(answer, { terms, dialect, breakOff });
  } finally {
    clearTimeout(timer);
  }
}

/** Registers the files that a batch creates as its user's. */
async function keepFiles(
  batch: KeptBatch,
  seen: Record<string, unknown>,
  { keptObjects }: LookDeps,
): Promise<void> {
  for (const name of [textOf(seen.output_file_id), textOf(seen.error_file_id)]) {
    if (name === '') continue;
    const shown = JSON.stringify({ id: name, object: 'file', purpose: 'batch_output' });
    await keptObjects.keepNew(batch.userId, batch, { name, kind: 'file', shown });
  }
}
