import type { KeyLine } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { CHANNEL_KEY_PURPOSE } from '../routing/routing-table.ts';
import { type KeyValues, listSealedKeys } from './channel-key-repository.ts';
import { assertNoLines, channelKeyHint } from './channel-rules.ts';

/** @param key not empty */
export const toKeyValues = ({ secretBox }: Pick<ModuleNeeds, 'secretBox'>, key: string): KeyValues => ({
  key_sealed: secretBox.seal(key, CHANNEL_KEY_PURPOSE),
  key_hint: channelKeyHint(key),
});

/** @throws channel.key_line naming the lines of keys that one of these channels has already */
export async function assertNewKeys(
  needs: Pick<ModuleNeeds, 'secretBox'>,
  trx: Transaction<Tables>,
  { channelIds, lines, field }: { channelIds: readonly number[]; lines: readonly KeyLine[]; field?: string },
): Promise<void> {
  const sealed = await listSealedKeys(trx, channelIds);
  const stored = new Set(sealed.map((one) => openedKey(needs, one)));
  const repeated = lines.filter(({ key }) => stored.has(key));
  assertNoLines(repeated, { code: 'channel.key_repeated', ...(field !== undefined && { field }) });
}

/** What was sealed with another secret key is none that somebody types. */
function openedKey({ secretBox }: Pick<ModuleNeeds, 'secretBox'>, sealed: string): string | undefined {
  try {
    return secretBox.open(sealed, CHANNEL_KEY_PURPOSE);
  } catch {
    return undefined;
  }
}
