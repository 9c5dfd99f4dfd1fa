import { type Page, type PageQuery, type RejectedSettlementView, settlementCalls } from '@turnpike/contract';
import { retryRejected } from '../../db/rejected-settlements.ts';
import { parseSettlement, type Settlement } from '../../db/settlement.ts';
import type { Db } from '../../db/store.ts';
import { routesFor } from '../../http/contract-routes.ts';
import { readPage } from '../list-query.ts';
import type { ModuleDeps } from '../module-deps.ts';

export const settlementRoutes = routesFor(settlementCalls, ({ db, clock }: ModuleDeps) => ({
  listRejected: ({ query }) => listRejected(db, query),
  retry: () => retryRejected(db, clock.nowSeconds()),
}));

async function listRejected(db: Db, query: PageQuery): Promise<Page<RejectedSettlementView>> {
  const rows = db
    .selectFrom('rejected_settlements')
    .select(['id', 'created_time', 'user_id', 'token_id', 'quota', 'reason', 'settlement']);
  const page = await readPage(db, rows, query);
  return { ...page, data: page.data.map(({ settlement, ...row }) => ({ ...row, ...namesIn(settlement) })) };
}

type Names = Pick<Settlement, 'request_id' | 'username' | 'token_name' | 'model_name'>;

function namesIn(text: string): Names {
  try {
    const { request_id, username, token_name, model_name } = parseSettlement(text);
    return {
      request_id: String(request_id),
      username: String(username),
      token_name: String(token_name),
      model_name: String(model_name),
    };
  } catch {
    return { request_id: '', username: '', token_name: '', model_name: '' };
  }
}
