import { MAX_STATEMENT_AGE_DAYS, paymentGatewayKinds } from '@turnpike/contract';
import type { ModuleDeps } from '../module-deps.ts';
import type { PaymentRow } from '../payment/payment-account.ts';
import { checkStatement, statementOf } from './check-statement.ts';
import { listFinished } from './payment-statement-repository.ts';
import { daysToCheck } from './statement-days.ts';

const MAX_GATEWAYS = 1000;
const DAY_SECONDS = 86_400;

const typesWithStatement = Object.values(paymentGatewayKinds)
  .filter(({ statement }) => statement !== undefined)
  .map(({ type }) => type);

/** Checks the days whose statements should be there and that are not finished. A failure leaves the others alone. */
export async function checkDueStatements(deps: ModuleDeps, signal: AbortSignal): Promise<void> {
  const { jobs, clock, log } = deps;
  for (const payment of await listCheckedGateways(deps)) {
    const statement = statementOf(payment);
    if (statement === undefined) continue;
    const days = daysToCheck(statement, clock.nowSeconds(), payment.created_at);
    const finished = days.length === 0 ? [] : await listFinished(jobs, payment.id, days);
    for (const day of days.filter((one) => !finished.includes(one))) {
      signal.throwIfAborted();
      try {
        await checkStatement(deps, { payment, day, signal });
      } catch (error) {
        signal.throwIfAborted();
        log.error({ err: error, gateway: payment.id, day }, 'a statement could not be compared');
      }
    }
  }
}

/** Gateways with a statement that are on, or that had orders in the time that statements are kept. */
const listCheckedGateways = ({ jobs, clock }: Pick<ModuleDeps, 'jobs' | 'clock'>): Promise<PaymentRow[]> =>
  jobs
    .selectFrom('payments')
    .selectAll()
    .where('type', 'in', typesWithStatement)
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        and([eb('enable', '=', 1), eb('deleted_at', '=', 0)]),
        exists(
          selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.gateway_id', '=', 'payments.id')
            .where('orders.created_at', '>=', clock.nowSeconds() - MAX_STATEMENT_AGE_DAYS * DAY_SECONDS),
        ),
      ]),
    )
    .orderBy('id')
    .limit(MAX_GATEWAYS)
    .execute();
