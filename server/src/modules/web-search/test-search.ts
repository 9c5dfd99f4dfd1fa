import type { SearchResult } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
import { searchSettingsOf, searchWeb } from '../../search/web-search.ts';
import type { ModuleDeps } from '../module-deps.ts';

/**
 * Searches by the stored settings, so that root sees whether the engine answers. Nothing is charged.
 * @throws search.off
 */
export async function testSearch(
  { options, guardedFetch }: Pick<ModuleDeps, 'options' | 'guardedFetch'>,
  { query, signal }: { query: string; signal: AbortSignal },
): Promise<{ answered: boolean; reason: string; results: SearchResult[] }> {
  const settings = searchSettingsOf(options);
  if (settings === null) throw new GatewayError('search.off');
  try {
    const results = await searchWeb({ query, settings, signal }, { guardedFetch });
    return { answered: true, reason: '', results };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { answered: false, reason: String(error.parameters.reason ?? error.message), results: [] };
  }
}
