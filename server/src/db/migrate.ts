import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../platform/start-error.ts';
import type { MigrationEngine } from './migration-columns.ts';
import type { Tables } from './tables.ts';

type Up = (db: Kysely<unknown>, engine: MigrationEngine) => Promise<void>;

/** Each is loaded when it runs: most starts run none. */
const migrations: Record<string, () => Promise<Up>> = {
  '0001-foundation': async () => (await import('./migrations/0001-foundation.ts')).foundation,
  '0002-account-security': async () =>
    (await import('./migrations/0002-account-security.ts')).accountSecurity,
  '0003-model-owner': async () => (await import('./migrations/0003-model-owner.ts')).modelOwner,
  '0004-usage-roll-up': async () => (await import('./migrations/0004-usage-roll-up.ts')).usageRollUp,
  '0005-call-end': async () => (await import('./migrations/0005-call-end.ts')).callEnd,
  '0006-rejected-settlements': async () =>
    (await import('./migrations/0006-rejected-settlements.ts')).rejectedSettlements,
  '0007-sign-in-networks': async () => (await import('./migrations/0007-sign-in-networks.ts')).signInNetworks,
  '0008-pictures': async () => (await import('./migrations/0008-pictures.ts')).pictures,
  '0009-channel-dialects': async () =>
    (await import('./migrations/0009-channel-dialects.ts')).channelDialects,
  '0010-kept-objects': async () => (await import('./migrations/0010-kept-objects.ts')).keptObjects,
  '0011-whole-ledger': async () => (await import('./migrations/0011-whole-ledger.ts')).wholeLedger,
  '0012-usage-counters': async () => (await import('./migrations/0012-usage-counters.ts')).usageCounters,
  '0013-call-limits': async () => (await import('./migrations/0013-call-limits.ts')).callLimits,
  '0014-debts': async () => (await import('./migrations/0014-debts.ts')).debts,
  '0015-budgets': async () => (await import('./migrations/0015-budgets.ts')).budgets,
  '0016-log-partitions': async () => (await import('./migrations/0016-log-partitions.ts')).logPartitions,
  '0017-price-parts': async () => (await import('./migrations/0017-price-parts.ts')).priceParts,
  '0018-price-versions': async () => (await import('./migrations/0018-price-versions.ts')).priceVersions,
  '0019-covering-indexes': async () =>
    (await import('./migrations/0019-covering-indexes.ts')).coveringIndexes,
  '0020-channel-cost': async () => (await import('./migrations/0020-channel-cost.ts')).channelCost,
  '0021-channel-balance': async () => (await import('./migrations/0021-channel-balance.ts')).channelBalance,
  '0022-channel-model-watch': async () =>
    (await import('./migrations/0022-channel-model-watch.ts')).channelModelWatch,
  '0023-channel-overrides': async () =>
    (await import('./migrations/0023-channel-overrides.ts')).channelOverrides,
  '0024-channel-proxy': async () => (await import('./migrations/0024-channel-proxy.ts')).channelProxy,
  '0025-channel-keys': async () => (await import('./migrations/0025-channel-keys.ts')).channelKeys,
  '0026-channel-plugin': async () =>
    (await import('./migrations/0026-channel-plugin.ts')).channelPluginColumn,
  '0027-owned-objects': async () => (await import('./migrations/0027-owned-objects.ts')).ownedObjects,
  '0028-batches': async () => (await import('./migrations/0028-batches.ts')).batches,
  '0029-open-batches': async () => (await import('./migrations/0029-open-batches.ts')).openBatches,
  '0030-kept-answers': async () => (await import('./migrations/0030-kept-answers.ts')).keptAnswers,
  '0031-kept-models': async () => (await import('./migrations/0031-kept-models.ts')).keptModels,
  '0032-test-error': async () => (await import('./migrations/0032-test-error.ts')).testError,
  '0033-log-group': async () => (await import('./migrations/0033-log-group.ts')).logGroup,
  '0034-jobs': async () => (await import('./migrations/0034-jobs.ts')).jobs,
  '0035-identities': async () => (await import('./migrations/0035-identities.ts')).identities,
  '0036-user-language': async () => (await import('./migrations/0036-user-language.ts')).userLanguage,
  '0037-mails': async () => (await import('./migrations/0037-mails.ts')).mails,
  '0038-invitations': async () => (await import('./migrations/0038-invitations.ts')).invitations,
  '0040-access-tokens': async () => (await import('./migrations/0040-access-tokens.ts')).accessTokens,
  '0041-second-factors': async () => (await import('./migrations/0041-second-factors.ts')).secondFactors,
  '0043-promotions': async () => (await import('./migrations/0043-promotions.ts')).promotions,
  '0044-known-persons': async () => (await import('./migrations/0044-known-persons.ts')).knownPersons,
  '0047-redemptions': async () => (await import('./migrations/0047-redemptions.ts')).redemptions,
  '0048-orders': async () => (await import('./migrations/0048-orders.ts')).orders,
  '0049-invoices': async () => (await import('./migrations/0049-invoices.ts')).invoices,
  '0051-telegram': async () => (await import('./migrations/0051-telegram.ts')).telegram,
  '0052-sales': async () => (await import('./migrations/0052-sales.ts')).sales,
  '0053-disputes': async () => (await import('./migrations/0053-disputes.ts')).disputes,
  '0054-payment-statements': async () =>
    (await import('./migrations/0054-payment-statements.ts')).paymentStatements,
  '0055-dispute-claims': async () => (await import('./migrations/0055-dispute-claims.ts')).disputeClaims,
  '0056-redemption-names': async () =>
    (await import('./migrations/0056-redemption-names.ts')).redemptionNames,
  '0057-channel-health': async () => (await import('./migrations/0057-channel-health.ts')).channelHealth,
  '0058-spare-groups': async () => (await import('./migrations/0058-spare-groups.ts')).spareGroups,
  '0061-automatic-state': async () => (await import('./migrations/0061-automatic-state.ts')).automaticState,
  '0062-budget-units': async () => (await import('./migrations/0062-budget-units.ts')).budgetUnits,
  '0063-budget-periods': async () => (await import('./migrations/0063-budget-periods.ts')).budgetPeriods,
  '0064-tried-channels': async () => (await import('./migrations/0064-tried-channels.ts')).triedChannels,
  '0065-shown-routing': async () => (await import('./migrations/0065-shown-routing.ts')).shownRouting,
  '0066-hedged-groups': async () => (await import('./migrations/0066-hedged-groups.ts')).hedgedGroups,
  '0070-notifications': async () => (await import('./migrations/0070-notifications.ts')).notifications,
  '0074-price-hours': async () => (await import('./migrations/0074-price-hours.ts')).priceHours,
  '0075-tasks': async () => (await import('./migrations/0075-tasks.ts')).tasks,
  '0076-copies-to-delete': async () => (await import('./migrations/0076-copies-to-delete.ts')).copiesToDelete,
};

/**
 * Brings the schema to this version: forward only, in a transaction, under the engine's migration lock.
 * @throws StartError when a migration fails, or when the schema is newer than this version
 */
export async function migrate(db: Kysely<Tables>, engine: MigrationEngine): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, load]): [string, Migration] => [
            name,
            { up: async (inner) => (await load())(inner as Kysely<unknown>, engine) },
          ]),
        ),
    },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error');
  const detail = error instanceof Error ? error.message : String(error);
  if (failed)
    throw new StartError(`Migration ${failed.migrationName} failed; nothing was changed: ${detail}`);
  if (/missing/.test(detail)) {
    throw new StartError('The database was written by a newer version of Turnpike; start that version.');
  }
  throw new StartError(`The database schema cannot be read: ${detail}`);
}
