import { randomUUID } from 'node:crypto';
import {
  gatewayKindOf,
  paymentCalls,
  type paymentChange,
  type paymentInput,
  paymentIssues,
  role,
  usesField,
} from '@turnpike/contract';
import type { z } from 'zod';
import { routesFor, type SignedIn } from '../../http/contract-routes.ts';
import { loadGateway } from '../../payment/gateway-registry.ts';
import { GatewayUnanswered } from '../../payment/payment-gateway.ts';
import { assertKnownState, type KnownStates } from '../../platform/etag.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { confirmBy, type UseProof } from '../confirmation/confirmation.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { readSalesSummary } from '../order/sales-summary.ts';
import { openSecrets, type PaymentRow, sealSecrets, toPaymentAccount } from './payment-account.ts';
import {
  deletePayment,
  getPayment,
  insertPayment,
  listPayments,
  listPayWays,
  lockPayment,
  notifyUrlOf,
  toPaymentView,
  updatePayment,
} from './payment-repository.ts';

type Input = z.output<typeof paymentInput>;
type Change = z.output<typeof paymentChange>;

export const paymentRoutes = routesFor(paymentCalls, (deps: ModuleDeps) => {
  const { db, clock } = deps;
  return {
    ways: () => listPayWays(deps),
    list: ({ query }) => listPayments(deps, query),
    summary: ({ query }) => readSalesSummary(db, query.time_zone, clock.nowSeconds()),
    get: ({ params }) => getPayment(deps, params.id),
    create: async ({ user, input, ...facts }) => {
      const useProof = confirmBy(deps, user, { action: 'payment', facts });
      // The vendor is asked before the transaction, but not for a call that brings no proof.
      if (facts.confirmation === '') await useProof(db);
      return createPayment(deps, input, { signal: facts.signal, useProof });
    },
    update: ({ user, input, ...facts }) =>
      changePayment(deps, input, {
        ...{ user, knownStates: facts.knownStates, signal: facts.signal },
        hasProof: facts.confirmation !== '',
        useProof: confirmBy(deps, user, { action: 'payment', facts }),
      }),
    remove: ({ params }) => deletePayment(db, params.id, clock.nowSeconds()),
  };
});

/** Divides the values of a form into those that are shown and the secrets; values of unused fields are left out. */
function splitConfig(type: string, config: Record<string, string>) {
  const [open, secrets]: [Record<string, string>, Record<string, string>] = [{}, {}];
  for (const field of gatewayKindOf(type)?.fields ?? []) {
    const value = config[field.name] ?? field.initial ?? '';
    if (!usesField(field, config)) continue;
    (field.isSecret ? secrets : open)[field.name] = value;
  }
  return { open, secrets };
}

const toStored = ({
  rate,
  fixed_fee,
  percent_fee,
  sandbox,
  allow_private,
  enable,
  ...rest
}: Omit<Input, 'config'>) => ({
  ...rest,
  rate: toDecimal(rate),
  fixed_fee: toDecimal(fixed_fee),
  percent_fee: toDecimal(percent_fee),
  sandbox: toFlag(sandbox),
  allow_private: toFlag(allow_private),
  enable: toFlag(enable),
});
const toFlag = (value: boolean) => (value ? (1 as const) : (0 as const));
const toDecimal = (value: number): string => value.toFixed(9).replace(/\.?0+$/, '');

async function createPayment(
  deps: ModuleDeps,
  { config, ...input }: Input,
  { signal, useProof }: { signal: AbortSignal; useProof: UseProof },
) {
  const uuid = randomUUID().replaceAll('-', '');
  const { open, secrets } = splitConfig(input.type, config);
  const row = {
    ...toStored(input),
    ...{ uuid, config: JSON.stringify(open), secrets_sealed: sealSecrets(deps.secretBox, uuid, secrets) },
    created_at: deps.clock.nowSeconds(),
  };
  const given = await setUp(deps, { ...row, id: 0, deleted_at: 0 }, signal);
  const sealed = { secrets_sealed: sealSecrets(deps.secretBox, uuid, { ...secrets, ...given }) };
  const stored = await deps.db.transaction().execute(async (trx) => {
    await useProof(trx);
    return insertPayment(trx, { ...row, ...sealed });
  });
  return toPaymentView(deps, stored);
}

/**
 * Only root may change what a gateway proves itself with, and the addresses that it sends to.
 * @throws entry.not_found, payment.root_only, payment.check_failed; request.invalid with the fields
 */
async function changePayment(
  deps: ModuleDeps,
  { id, config, ...change }: Change,
  {
    user,
    knownStates,
    signal,
    hasProof,
    useProof,
  }: {
    user: SignedIn;
    knownStates: KnownStates;
    signal: AbortSignal;
    hasProof: boolean;
    useProof: UseProof;
  },
) {
  const isSensitive =
    config !== undefined ||
    ['notify_domain', 'sandbox', 'allow_private', 'currency'].some((name) => Object.hasOwn(change, name));
  if (isSensitive && user.role < role.root) throw new GatewayError('payment.root_only');
  if (isSensitive && !hasProof) await useProof(deps.db);
  let given: Record<string, string> = {};
  const prepare = (row: PaymentRow) => {
    assertKnownState(knownStates, toPaymentView(deps, row).etag);
    return applyChange(deps, row, change, { ...config, ...given });
  };
  if (isSensitive) {
    const before = await deps.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
    if (before === undefined || before.deleted_at !== 0) throw new GatewayError('entry.not_found');
    given = await setUp(deps, prepare(before), signal);
  }
  const row = await deps.db.transaction().execute(async (trx) => {
    if (isSensitive) await useProof(trx);
    const { id: _, created_at, deleted_at, uuid, type, ...next } = prepare(await lockPayment(trx, id));
    return updatePayment(trx, id, next);
  });
  return toPaymentView(deps, row);
}

function applyChange(
  { secretBox, options }: Pick<ModuleDeps, 'secretBox' | 'options'>,
  row: PaymentRow,
  change: Omit<Change, 'id' | 'config'>,
  config: Record<string, string> | undefined,
): PaymentRow {
  const view = toPaymentView({ secretBox, options }, row);
  const secrets = openSecrets(secretBox, row);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const next = { ...view, ...given, config: { ...view.config, ...config } };
  const issues = paymentIssues(next, view.secrets);
  if (issues.length > 0) {
    const fields = issues.map(({ path, message }) => ({ field: path.join('.'), code: message }));
    throw new GatewayError('request.invalid', {}, { fields });
  }
  const { id, uuid, created_at, etag, notify_url, secrets: _, ...input } = next;
  const split = splitConfig(row.type, next.config);
  for (const [name, value] of Object.entries(split.secrets)) {
    split.secrets[name] = value === '' ? (secrets[name] ?? '') : value;
  }
  const { config: __, ...stored } = input;
  return {
    ...row,
    ...toStored(stored as Omit<Input, 'config'>),
    config: JSON.stringify(split.open),
    secrets_sealed: sealSecrets(secretBox, row.uuid, split.secrets),
  };
}

/**
 * Asks the gateway with the values that are about to be stored, and sets up what it needs there.
 * @returns secrets that the gateway has given
 * @throws payment.check_failed with its words
 */
async function setUp(
  deps: Pick<ModuleDeps, 'secretBox' | 'guardedFetch' | 'clock' | 'options'>,
  row: PaymentRow,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const { secretBox, guardedFetch, clock } = deps;
  const gateway = await loadGateway(row.type);
  const context = { guardedFetch, clock, signal };
  const account = toPaymentAccount(secretBox, row);
  try {
    await gateway.check(context, account);
    return (await gateway.prepare?.(context, account, { notifyUrl: notifyUrlOf(deps, row) })) ?? {};
  } catch (error) {
    if (!(error instanceof GatewayUnanswered)) throw error;
    const reason = error.message.replace(/[.。]$/, '');
    throw new GatewayError('payment.check_failed', { reason }, { cause: error });
  }
}
