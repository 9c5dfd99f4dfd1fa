import { setTimeout as wait } from 'node:timers/promises';
import { objectOf, parseObject, textOf } from '../../dialects/neutral/json-values.ts';
import { openAiChat } from '../../dialects/openai-chat/openai-chat.ts';
import type { PlacedCall } from '../../modules/routing/request-places.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import { type UpstreamAnswer, UpstreamError } from '../../platform/net/upstream-answer.ts';
import { collectAnswer } from '../answer/collect-answer.ts';
import { keepingChannel, sendRaw } from '../raw/send-raw.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { dialectAt } from './batch-endpoints.ts';
import { isUnnamed, type KeptBatch } from './batch-terms.ts';
import { type BatchResult, emptyResult, readBatchResult } from './read-batch-result.ts';
import { ResultRests } from './result-rests.ts';

const MAX_BATCH_BYTES = 2 ** 20;
/** Final states. Source: OpenAI API reference, "The batch object". */
const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'expired', 'cancelled']);
/** A caller that asks for a batch that has just ended waits this long for its charge. */
const SHOW_WAIT_MS = 5_000;
/** Results that the vendor has not delivered by then are not charged; its files are gone. */
const GIVE_UP_SECONDS = 30 * 86_400;

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
  if (isUnnamed(batch)) return findName(batch, deps);
  const answer = await askFor(batch, `/batches/${batch.name}`, deps).catch(() => null);
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

/** Batches per page of a vendor's list: half a MiB with the maximum metadata. */
const LISTED = 50;
const MAX_PAGES = 40;
/** Allowance for clock differences. */
const EARLIER_SECONDS = 300;
/** A vendor lists the batches that it has started long before this. */
const UNLISTED_SECONDS = 3_600;

/**
 * Searches the vendor's list for a batch whose creation was never confirmed, and withdraws it if the vendor
 * has not started it.
 */
async function findName(batch: KeptBatch, deps: LookDeps): Promise<void> {
  const { userId, createdAt } = batch;
  const age = deps.clock.nowSeconds() - createdAt;
  const begun = await findBegun(batch, deps);
  if (begun === 'unknown') {
    if (age > GIVE_UP_SECONDS) await deps.batches.withdraw(batch);
    return;
  }
  if (begun === null) {
    if (age > UNLISTED_SECONDS) await deps.batches.withdraw(batch);
    return;
  }
  const name = textOf(begun.id);
  await deps.batches.begin(batch, name);
  await deps.keptObjects.keep(userId, batch, { name, kind: 'batch', shown: JSON.stringify(begun) });
}

/** @returns null if the vendor does not have it, `unknown` if that cannot be determined */
async function findBegun(
  batch: KeptBatch,
  deps: LookDeps,
): Promise<Record<string, unknown> | 'unknown' | null> {
  const { userId, terms, createdAt } = batch;
  const isYoung = ({ created_at }: Record<string, unknown>): boolean =>
    Number(created_at) >= createdAt - EARLIER_SECONDS;
  let after = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await askFor(batch, `/batches?limit=${LISTED}${after}`, deps).catch(() => null);
    if (answer === null || answer.status !== 200) {
      answer?.cancel();
      return 'unknown';
    }
    const json = await collectAnswer(answer, { maxBytes: MAX_BATCH_BYTES, hold: null });
    const { data, has_more } = parseObject(json.toString('utf8')) ?? {};
    const listed = (Array.isArray(data) ? (data as unknown[]) : [])
      .map((one) => objectOf(one) ?? {})
      .filter(({ id }) => textOf(id) !== '');
    const known = await deps.batches.knownAmong(
      userId,
      listed.map(({ id }) => textOf(id)),
    );
    const begun = listed.find(
      (one) => one.input_file_id === terms.inputFileId && isYoung(one) && !known.has(textOf(one.id)),
    );
    if (begun !== undefined) return begun;
    const last = listed.at(-1);
    // The newest come first.
    if (last === undefined || has_more !== true || !isYoung(last)) return null;
    after = `&after=${encodeURIComponent(textOf(last.id))}`;
  }
  return null;
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
    const answer = await askFor(batch, `/files/${encodeURIComponent(fileId)}/content`, deps, breakOff);
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

/** @throws if the account that has it cannot be called now */
function askFor(
  { channelId, keyId, terms, userId }: KeptBatch,
  path: string,
  { upstreams, routing }: LookDeps,
  breakOff = new BreakOff(),
): Promise<UpstreamAnswer> {
  const channel = keepingChannel(routing.current.channelAt({ channelId, keyId }));
  if (channel === null) return Promise.reject(new Error('the channel of a batch is not there'));
  const { requestId, username, tokenName, model, groupName } = terms;
  const call: PlacedCall = {
    requestId,
    identity: { userId, username, tokenName },
    group: { symbol: groupName },
    facts: { model },
  };
  return sendRaw(
    { channel, method: 'GET', path, body: null, headers: {} },
    { call, breakOff },
    { upstreams },
  );
}
