import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  isSiteKind,
  type NotificationTargetInput,
  type NotificationTargetView,
  notificationCalls,
  notificationServices,
  role,
} from '@turnpike/contract';
import { routesFor, type SignedIn } from '../../http/contract-routes.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { listNotifications } from './notification-list.ts';
import { completeValues, openValues, sealSecrets, toStored, toTargetView } from './notification-target.ts';
import {
  deleteTarget,
  getTarget,
  insertTarget,
  listTargets,
  retryNow,
  updateTarget,
} from './target-repository.ts';
import { TargetTests } from './target-tests.ts';
import { languageOfUser } from './user-language.ts';

export const notificationRoutes = routesFor(notificationCalls, (deps: ModuleDeps) => {
  const { db, clock, options, secretBox } = deps;
  const tests = new TargetTests(deps);
  return {
    list: async ({ user, query }) => {
      const language = await languageOfUser(deps, user.id);
      return listNotifications({ db, options, language }, user, query);
    },
    targets: async ({ user }) =>
      (await listTargets(db, user.id)).map((row) => toTargetView(secretBox, row, clock.nowSeconds())),
    create: ({ user, input }) => createTarget(deps, user, input),
    update: ({ user, input }) => changeTarget(deps, user, input),
    remove: ({ user, params }) => deleteTarget(db, user.id, params.id),
    test: ({ user, input, signal }) => tests.run(user, input, signal),
  };
});

async function createTarget(
  { db, clock, secretBox }: ModuleDeps,
  user: SignedIn,
  { type, config, ...input }: NotificationTargetInput,
): Promise<NotificationTargetView> {
  assertMayChoose(user, { type, ...input });
  const { open, secrets } = completeValues(secretBox, { type, config }, undefined);
  const uuid = randomUUID();
  const nowSeconds = clock.nowSeconds();
  const row = await db.transaction().execute((trx) =>
    insertTarget(trx, {
      ...toStored(input, { isAdmin: isAdmin(user), nowSeconds }),
      ...{ uuid, user_id: user.id, type, created_time: nowSeconds },
      ...{ config: JSON.stringify(open), secrets_sealed: sealSecrets(secretBox, uuid, secrets) },
    }),
  );
  return toTargetView(secretBox, row, nowSeconds);
}

async function changeTarget(
  { db, clock, secretBox, jobRunner }: ModuleDeps,
  user: SignedIn,
  { id, config, ...input }: Omit<NotificationTargetInput, 'type'> & { id: number },
): Promise<NotificationTargetView> {
  const nowSeconds = clock.nowSeconds();
  const row = await db.transaction().execute(async (trx) => {
    const stored = await getTarget(trx, user.id, id);
    const { type, uuid } = stored;
    assertMayChoose(user, { type, ...input });
    const { open, secrets } = completeValues(secretBox, { type, config }, stored);
    const values = { ...open, ...secrets };
    const isOther = !isDeepStrictEqual(values, openValues(secretBox, stored));
    if (isOther) await retryNow(trx, id, nowSeconds);
    return updateTarget(trx, id, {
      ...toStored(input, { isAdmin: isAdmin(user), nowSeconds, stored }),
      ...{ config: JSON.stringify(open), secrets_sealed: sealSecrets(secretBox, uuid, secrets) },
      ...(isOther && { failing_since: 0, last_answer: '', last_time: 0 }),
    });
  });
  jobRunner.runSoon('notifications');
  return toTargetView(secretBox, row, nowSeconds);
}

const isAdmin = (user: SignedIn): boolean => user.role >= role.admin;

/** @throws notification.admins_only */
function assertMayChoose(
  user: SignedIn,
  { type, kinds, allow_private }: Pick<NotificationTargetInput, 'type' | 'kinds' | 'allow_private'>,
): void {
  const isReserved = allow_private || kinds.some(isSiteKind);
  if (isReserved && !isAdmin(user)) throw new GatewayError('notification.admins_only');
  if (allow_private && !notificationServices[type].isSelfHosted)
    throw new GatewayError(
      'request.invalid',
      {},
      {
        fields: [{ field: 'allow_private', code: 'invalid_value' }],
      },
    );
}
