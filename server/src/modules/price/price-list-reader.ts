import type { PriceListView } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
import { AddressError, type GuardedFetch } from '../../platform/net/guarded-fetch.ts';
import { parsePriceList } from './formats/read-list.ts';

/** LiteLLM's map has three. */
const LIMIT_BYTES = 10 * 2 ** 20;
/** Source: docs/reference/compatibility.md, "Price lists". */
const TIMEOUT_MS = 10_000;

/**
 * Reads the price list at a public address.
 * @throws price_list.private_network, price_list.unreachable, price_list.too_large, price_list.unreadable
 */
export async function readPriceList(
  guardedFetch: GuardedFetch,
  url: string,
  signal: AbortSignal,
): Promise<PriceListView> {
  try {
    const limits = { limitBytes: LIMIT_BYTES, timeoutMs: TIMEOUT_MS, signal };
    const { bytes } = await guardedFetch(url, limits);
    return await parsePriceList(bytes.toString('utf8'));
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    const code = `price_list.${error.fault}` as const;
    const fields = error.fault === 'private_network' ? [{ field: 'url', code }] : [];
    throw new GatewayError(code, {}, { cause: error, fields });
  }
}
