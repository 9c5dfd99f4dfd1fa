import { type StatementEntry, statementCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { listStatementDays } from './statement-days.ts';
import { assertHasStatement, exportStatement, listStatement, toOwnEntry } from './statement-repository.ts';
import { sumStatement } from './statement-sum.ts';

export const statementRoutes = routesFor(statementCalls, ({ db, jobs, clock }: ModuleDeps) => ({
  listSelf: async ({ user, query }) => {
    const page = await listStatement(db, { ...query, userId: user.id }, query);
    return { ...page, data: page.data.map(toOwnEntry) };
  },
  daysSelf: ({ user, query }) => listStatementDays(db, { ...query, userId: user.id }, query),
  sumSelf: ({ user, query }) => sumStatement(db, { ...query, userId: user.id }, clock.nowSeconds()),
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
  sum: async ({ params, query }) => {
    await assertHasStatement(db, params.id);
    return sumStatement(db, { ...query, userId: params.id }, clock.nowSeconds());
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
