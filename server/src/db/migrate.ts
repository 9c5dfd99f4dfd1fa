import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../platform/start-error.ts';
import type { MigrationEngine } from './migration-columns.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { accountSecurity } from './migrations/0002-account-security.ts';
import { modelOwner } from './migrations/0003-model-owner.ts';
import { usageRollUp } from './migrations/0004-usage-roll-up.ts';
import { callEnd } from './migrations/0005-call-end.ts';
import { rejectedSettlements } from './migrations/0006-rejected-settlements.ts';
import { signInNetworks } from './migrations/0007-sign-in-networks.ts';
import { pictures } from './migrations/0008-pictures.ts';
import { channelDialects } from './migrations/0009-channel-dialects.ts';
import { keptObjects } from './migrations/0010-kept-objects.ts';
import { wholeLedger } from './migrations/0011-whole-ledger.ts';
import { usageCounters } from './migrations/0012-usage-counters.ts';
import { callLimits } from './migrations/0013-call-limits.ts';
import { debts } from './migrations/0014-debts.ts';
import { budgets } from './migrations/0015-budgets.ts';
import { logPartitions } from './migrations/0016-log-partitions.ts';
import { priceParts } from './migrations/0017-price-parts.ts';
import { priceVersions } from './migrations/0018-price-versions.ts';
import { coveringIndexes } from './migrations/0019-covering-indexes.ts';
import { channelCost } from './migrations/0020-channel-cost.ts';
import { channelBalance } from './migrations/0021-channel-balance.ts';
import { channelModelWatch } from './migrations/0022-channel-model-watch.ts';
import { channelOverrides } from './migrations/0023-channel-overrides.ts';
import { channelProxy } from './migrations/0024-channel-proxy.ts';
import { channelKeys } from './migrations/0025-channel-keys.ts';
import { channelPluginColumn } from './migrations/0026-channel-plugin.ts';
import { ownedObjects } from './migrations/0027-owned-objects.ts';
import { batches } from './migrations/0028-batches.ts';
import { openBatches } from './migrations/0029-open-batches.ts';
import { keptAnswers } from './migrations/0030-kept-answers.ts';
import { keptModels } from './migrations/0031-kept-models.ts';
import { testError } from './migrations/0032-test-error.ts';
import { logGroup } from './migrations/0033-log-group.ts';
import { jobs } from './migrations/0034-jobs.ts';
import { identities } from './migrations/0035-identities.ts';
import { userLanguage } from './migrations/0036-user-language.ts';
import { mails } from './migrations/0037-mails.ts';
import { invitations } from './migrations/0038-invitations.ts';
import { accessTokens } from './migrations/0040-access-tokens.ts';
import { secondFactors } from './migrations/0041-second-factors.ts';
import { promotions } from './migrations/0043-promotions.ts';
import { knownPersons } from './migrations/0044-known-persons.ts';
import type { Tables } from './tables.ts';

const migrations: Record<string, (db: Kysely<unknown>, engine: MigrationEngine) => Promise<void>> = {
  '0001-foundation': foundation,
  '0002-account-security': accountSecurity,
  '0003-model-owner': modelOwner,
  '0004-usage-roll-up': usageRollUp,
  '0005-call-end': callEnd,
  '0006-rejected-settlements': rejectedSettlements,
  '0007-sign-in-networks': signInNetworks,
  '0008-pictures': pictures,
  '0009-channel-dialects': channelDialects,
  '0010-kept-objects': keptObjects,
  '0011-whole-ledger': wholeLedger,
  '0012-usage-counters': usageCounters,
  '0013-call-limits': callLimits,
  '0014-debts': debts,
  '0015-budgets': budgets,
  '0016-log-partitions': logPartitions,
  '0017-price-parts': priceParts,
  '0018-price-versions': priceVersions,
  '0019-covering-indexes': coveringIndexes,
  '0020-channel-cost': channelCost,
  '0021-channel-balance': channelBalance,
  '0022-channel-model-watch': channelModelWatch,
  '0023-channel-overrides': channelOverrides,
  '0024-channel-proxy': channelProxy,
  '0025-channel-keys': channelKeys,
  '0026-channel-plugin': channelPluginColumn,
  '0027-owned-objects': ownedObjects,
  '0028-batches': batches,
  '0029-open-batches': openBatches,
  '0030-kept-answers': keptAnswers,
  '0031-kept-models': keptModels,
  '0032-test-error': testError,
  '0033-log-group': logGroup,
  '0034-jobs': jobs,
  '0035-identities': identities,
  '0036-user-language': userLanguage,
  '0040-access-tokens': accessTokens,
  '0041-second-factors': secondFactors,
  '0043-promotions': promotions,
  '0044-known-persons': knownPersons,
  '0037-mails': mails,
  '0038-invitations': invitations,
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
          Object.entries(migrations).map(([name, up]): [string, Migration] => [
            name,
            { up: (inner) => up(inner as Kysely<unknown>, engine) },
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
