import { type BatchResult, type ChannelEdit, withApiVersion, withoutModel } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { forChange } from '../../db/row-locks.ts';
import type { Tables } from '../../db/tables.ts';
import { findProvider } from '../../providers/provider-registry.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { type ChannelRowValues, channels, readNames, updateChannel } from './channel-repository.ts';
import { newsAfter } from './model-watch.ts';

interface Edit {
  ids: readonly number[];
  value: string;
}

const editedColumns = [
  ...(['id', 'type', 'models', 'other', 'test_model'] as const),
  ...(['model_mapping', 'models_added', 'models_missing'] as const),
];
type EditedRow = Awaited<ReturnType<typeof lockEdited>>[number];
type Values = Partial<ChannelRowValues & ReturnType<typeof newsAfter>>;

/** Members of an answer that one-hub's clients know, and the result per channel. */
export type EditResult = BatchResult & { data: number };

/** Deletes a model from many channels. A test model that is the deleted one is cleared: the first model is tested then. */
export const deleteModel = (deps: ModuleDeps, { ids, value }: Edit): Promise<EditResult> =>
  editChannels(deps, ids, (row) =>
    changed(withoutModel(row.models, value), (models) => ({
      models,
      ...(row.test_model === value && { test_model: '' }),
      ...newsAfter(
        { models_added: readNames(row.models_added), models_missing: readNames(row.models_missing) },
        { models, model_mapping: row.model_mapping },
      ),
    })),
  );

/** Replaces the version of the API of many channels. */
export const setApiVersion = (deps: ModuleDeps, { ids, value }: Edit): Promise<EditResult> =>
  editChannels(deps, ids, ({ type, other }) => {
    const hasVersion = findProvider(type)?.other?.means === 'api_version';
    return changed(withApiVersion({ other, hasVersion }, value), (version) => ({ other: version }));
  });

type Decision = { values: Values } | { left: string };

const changed = (edit: ChannelEdit, toValues: (after: string) => Values): Decision =>
  'left' in edit ? edit : { values: toValues(edit.after) };

/** Edits each channel by itself, in one transaction. Calls are routed by the change when it returns. */
async function editChannels(
  { db, changes }: ModuleDeps,
  given: readonly number[],
  decide: (row: EditedRow) => Decision,
): Promise<EditResult> {
  const ids = [...new Set(given)];
  const result: BatchResult = { done: [], failed: [] };
  await db.transaction().execute(async (trx) => {
    const rows = new Map((await lockEdited(trx, ids)).map((row) => [row.id, row]));
    for (const id of ids) {
      const row = rows.get(id);
      const decision = row === undefined ? { left: 'channel.not_found' } : decide(row);
      if ('left' in decision) {
        result.failed.push({ id, code: decision.left });
        continue;
      }
      await updateChannel(trx, id, decision.values);
      result.done.push(id);
    }
  });
  if (result.done.length > 0) await changes.routingChanged();
  return { data: result.done.length, ...result };
}

const lockEdited = (trx: Transaction<Tables>, ids: readonly number[]) =>
  forChange(trx, channels(trx).select(editedColumns).where('id', 'in', ids).orderBy('id')).execute();
