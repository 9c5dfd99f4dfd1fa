import type { KeyLine } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { CHANNEL_KEY_PURPOSE } from '../routing/routing-table.ts';
import { type KeyValues, listSealedKeys } from './channel-key-repository.ts';
import { assertNoLines, channelKeyHint } from './channel-rules.ts';

/** @param key not empty */
export const toKeyValues = ({ secretBox }: Pick<ModuleDeps, 'secretBox'>, key: string): KeyValues => ({
  key_sealed: secretBox.seal(key, CHANNEL_KEY_PURPOSE),
  key_hint: channelKeyHint(key),
});

/** @throws channel.key_line naming the lines of keys that one of these channels has already */
export async function assertNewKeys(
  deps: Pick<ModuleDeps, 'secretBox'>,
  trx: Transaction<Tables>,
  { channelIds, lines, field }: { channelIds: readonly number[]; lines: readonly KeyLine[]; field?: string },
): Promise<void> {
  const sealed = await listSealedKeys(trx, channelIds);
  const stored = new Set(sealed.map((one) => openedKey(deps, one)));
  const repeated = lines.filter(({ key }) => stored.has(key));
  assertNoLines(repeated, { code: 'channel.key_repeated', ...(field !== undefined && { field }) });
}

/** Undefined if the value was sealed with another secret key. */
function openedKey({ secretBox }: Pick<ModuleDeps, 'secretBox'>, sealed: string): string | undefined {
  try {
    return secretBox.open(sealed, CHANNEL_KEY_PURPOSE);
  } catch {
    return undefined;
  }
}
