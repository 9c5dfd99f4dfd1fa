import { objectOf, parseObject, textOf } from '../../dialects/neutral/json-values.ts';
import { collectAnswer } from '../answer/collect-answer.ts';
import type { RelayDeps } from '../relay-deps.ts';
import { askForBatch } from './ask-for-batch.ts';
import { GIVE_UP_SECONDS, type KeptBatch, MAX_BATCH_BYTES } from './batch-terms.ts';

type FindDeps = Pick<RelayDeps, 'batches' | 'keptObjects' | 'upstreams' | 'routing' | 'clock'>;

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
export async function findBatchName(batch: KeptBatch, deps: FindDeps): Promise<void> {
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
  deps: FindDeps,
): Promise<Record<string, unknown> | 'unknown' | null> {
  const { userId, terms, createdAt } = batch;
  const isYoung = ({ created_at }: Record<string, unknown>): boolean =>
    Number(created_at) >= createdAt - EARLIER_SECONDS;
  let after = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await askForBatch(batch, `/batches?limit=${LISTED}${after}`, deps).catch(() => null);
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
