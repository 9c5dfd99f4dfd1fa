import { formatGatewayNote, logType, priceCalls, priceListCalls } from '@turnpike/contract';
import { insertLogNote } from '../../db/log-note.ts';
import { routesFor } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { readBuiltInList } from './built-in-list.ts';
import { parsePriceList } from './formats/read-list.ts';
import { readPriceList } from './price-list-reader.ts';
import { syncPrices } from './price-sync.ts';

/** @throws price_list.wrong_file: what somebody sent is no fault of a server that was asked */
const readFile = (file: string) =>
  parsePriceList(file).catch((cause) => {
    throw cause instanceof GatewayError ? new GatewayError('price_list.wrong_file', {}, { cause }) : cause;
  });

const nothingNamed = { bad_count: 0, bad: [], left_out_count: 0, unsaid_count: 0, unsaid: [] };

export const priceListRoutes = routesFor(
  priceListCalls,
  ({ db, clock, changes, guardedFetch, jobRunner }: ModuleDeps) => ({
    sync: async ({ input, query, user, requestId, ip }) => {
      const nowSeconds = clock.nowSeconds();
      const mode = query.updateMode;
      const result = await db.transaction().execute(async (trx) => {
        const {
          changeId: _,
          leftOut: __,
          ...counts
        } = await syncPrices(trx, {
          list: input,
          mode,
          facts: { nowSeconds, actor: user, isConfirmed: query.confirmed },
        });
        await insertLogNote(trx, {
          ...{ request_id: requestId, user_id: user.id, username: user.username, source_ip: ip },
          ...{ created_at: nowSeconds, type: logType.manage, quota: 0 },
          content: formatGatewayNote({ about: 'prices', mode, ...counts }),
        });
        return counts;
      });
      jobRunner.runSoon('notifications');
      await changes.routingChanged();
      return result;
    },
    updateService: ({ origin }) => `${origin}${priceCalls.list.path}?type=default`,
    read: async ({ input, signal }) => {
      if (input.file !== undefined) return readFile(input.file);
      return input.url === undefined
        ? { format: 'built_in' as const, prices: await readBuiltInList(), ...nothingNamed }
        : readPriceList(guardedFetch, input.url, signal);
    },
  }),
);
