import { paymentStatementCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { findPayment } from '../payment/payment-account.ts';
import { checkStatement, statementOf } from './check-statement.ts';
import { getStatement, listStatements } from './payment-statement-repository.ts';
import { canBeChecked } from './statement-days.ts';

export const paymentStatementRoutes = routesFor(paymentStatementCalls, (deps: ModuleDeps) => ({
  list: ({ query }) => listStatements(deps.db, query),
  get: ({ params }) => getStatement(deps.db, params.id),
  check: async ({ input, signal }) => {
    const { differences, ...view } = await getStatement(deps.db, await checkByHand(deps, input, signal));
    return view;
  },
}));

/**
 * @returns the number of the stored comparison
 * @throws entry.not_found, payment.no_statement, payment.check_failed; request.invalid at `day`
 */
async function checkByHand(
  deps: ModuleDeps,
  { gateway_id, day }: { gateway_id: number; day: string },
  signal: AbortSignal,
): Promise<number> {
  const payment = await findPayment(deps.db, gateway_id);
  if (payment === undefined) throw new GatewayError('entry.not_found');
  const statement = statementOf(payment);
  if (statement === undefined) throw new GatewayError('payment.no_statement');
  if (!canBeChecked(day, statement, deps.clock.nowSeconds()))
    throw fieldError('day', 'payment.statement_day');
  const { row, fault } = await checkStatement(deps, { payment, day, signal });
  if (fault !== undefined)
    throw new GatewayError('payment.check_failed', { reason: fault.replace(/[.。]$/, '') });
  return row.id;
}
