import { type StatementEntry, statementCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { listStatementDays } from './statement-days.ts';
import { assertHasStatement, exportStatement, listStatement, toOwnEntry } from './statement-repository.ts';

export const statementRoutes = routesFor(statementCalls, ({ db, jobs }: ModuleNeeds) => ({
  listSelf: async ({ user, query }) => {
    const page = await listStatement(db, { ...query, userId: user.id }, query);
    return { ...page, data: page.data.map(toOwnEntry) };
  },
  daysSelf: ({ user, query }) => listStatementDays(db, { ...query, userId: user.id }, query),
  exportSelfCsv: ({ user, query }) =>
    mapBatches(exportStatement(jobs, { ...query, userId: user.id }), toOwnEntry),
  list: async ({ params, query }) => {
    await assertHasStatement(db, params.id);
    return listStatement(db, { ...query, userId: params.id }, query);
  },
  days: async ({ params, query }) => {
    await assertHasStatement(db, params.id);
    return listStatementDays(db, { ...query, userId: params.id }, query);
  },
  exportCsv: async ({ params, query }) => {
    await assertHasStatement(db, params.id);
    return mapBatches(exportStatement(jobs, { ...query, userId: params.id }), (entry) => ({
      ...entry,
      actor: entry.actor?.username ?? '',
    }));
  },
}));

async function* mapBatches<Row>(
  batches: AsyncIterable<StatementEntry[]>,
  toRow: (entry: StatementEntry) => Row,
): AsyncGenerator<Row[]> {
  for await (const entries of batches) yield entries.map(toRow);
}
