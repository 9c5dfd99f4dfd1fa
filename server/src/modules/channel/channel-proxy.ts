import type { ChannelView } from '@turnpike/contract';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import { isMaskedProxy, maskProxy, type ProxyAddress, parseProxy } from '../../platform/net/proxy-address.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { withSession } from '../routing/channel-proxy-address.ts';
import { CHANNEL_PROXY_PURPOSE } from '../routing/routing-table.ts';

/** Whether a form has the proxy as it is stored: what it leaves out, and the masked text that was shown. */
export const keepsProxy = (given: string | undefined, before?: Pick<ChannelView, 'proxy'>): boolean =>
  given === undefined || given === before?.proxy;

/** @throws request.invalid naming the field */
export function assertIsProxy(text: string): void {
  if (text === '') return;
  // Else a stored secret would go to wherever somebody points it.
  if (isMaskedProxy(text)) throw fieldError('proxy', 'channel.proxy_password');
  if (addressOf(text) === null) throw fieldError('proxy', 'channel.proxy_invalid');
}

/** The proxy's host, masked or not; null where there is none. */
export const proxyHostOf = (text: string): string | null => addressOf(text)?.hostname ?? null;

const addressOf = (text: string): ProxyAddress | null => parseProxy(withSession(text, ''));

/** Sealed as a whole: where there is no password, the user is the secret. */
export const toProxyValues = ({ secretBox }: Pick<ModuleDeps, 'secretBox'>, text: string) => ({
  proxy: maskProxy(text),
  proxy_sealed: text === '' ? '' : secretBox.seal(text, CHANNEL_PROXY_PURPOSE),
});

/** @throws channel.proxy_password where it was sealed with another secret key */
export function openProxy({ secretBox }: Pick<ModuleDeps, 'secretBox'>, sealed: string): string {
  if (sealed === '') return '';
  try {
    return secretBox.open(sealed, CHANNEL_PROXY_PURPOSE);
  } catch (cause) {
    const code = 'channel.proxy_password';
    throw new GatewayError(code, {}, { cause, fields: [{ field: 'proxy', code }] });
  }
}
