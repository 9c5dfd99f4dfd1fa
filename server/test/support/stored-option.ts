import type { OptionKey } from '@turnpike/contract';
import { optionPurpose } from '../../src/modules/option/options.ts';
import type { TestManagement } from './test-management.ts';

/** A secret option in the database, as it is once something reads it. */
export async function storeSecretOption(site: TestManagement, key: OptionKey, value: string): Promise<void> {
  const sealed = site.secretBox.seal(value, optionPurpose(key));
  await site.db.insertInto('options').values({ key, value: sealed }).execute();
  await site.options.load();
}
