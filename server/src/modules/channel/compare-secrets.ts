import type { SecretComparison } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { CHANNEL_KEY_PURPOSE, CHANNEL_PROXY_PURPOSE } from '../routing/routing-table.ts';
import { listKeysByChannel } from './channel-key-repository.ts';
import { channels } from './channel-repository.ts';

/**
 * Compares the keys and proxies of channels. Only the result of the comparison leaves this function.
 * @throws channel.not_found
 */
export async function compareSecrets(deps: ModuleDeps, ids: readonly number[]): Promise<SecretComparison> {
  const { db, secretBox } = deps;
  const rows = await channels(db).select(['id', 'proxy_sealed']).where('id', 'in', ids).execute();
  const keys = await listKeysByChannel(db, ids);
  const open = (sealed: string, purpose: string): string | null => {
    try {
      return sealed === '' ? '' : secretBox.open(sealed, purpose);
    } catch {
      // Sealed with another secret key.
      return null;
    }
  };
  const secrets = ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    if (row === undefined) throw new GatewayError('channel.not_found');
    const opened = (keys.get(id) ?? []).map((sealed) => open(sealed, CHANNEL_KEY_PURPOSE));
    return {
      keys: opened.includes(null) ? null : opened.sort().join('\n'),
      proxy: open(row.proxy_sealed, CHANNEL_PROXY_PURPOSE),
    };
  });
  return { keys: marksOf(secrets.map((one) => one.keys)), proxies: marksOf(secrets.map((one) => one.proxy)) };
}

/** @param texts empty: none; null: unreadable */
const marksOf = (texts: readonly (string | null)[]): number[] =>
  texts.map((text) => (text === null ? -1 : text === '' ? 0 : texts.indexOf(text) + 1));
