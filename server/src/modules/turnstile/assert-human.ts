import type { TurnstileAction } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { verifyToken } from './site-verify.ts';

interface Check {
  /** As the widget gave it; undefined or empty where the form has none. */
  token: string | undefined;
  /** The form that the widget was on. */
  action: TurnstileAction;
  ip: string;
  /** Address that the caller used, as `https://gateway.example`. */
  origin: string;
  signal: AbortSignal;
}

/**
 * Lets a request through whose sender passed Turnstile's check on the form, or any while the check is off.
 * @throws turnstile.missing, .refused, .spent or .unreachable
 */
export async function assertHuman(
  { options, guardedFetch, log }: Pick<ModuleDeps, 'options' | 'guardedFetch' | 'log'>,
  { token = '', action, ip, origin, signal }: Check,
): Promise<void> {
  if (!options.flag('TurnstileCheckEnabled')) return;
  if (token === '') throw new GatewayError('turnstile.missing');
  const secret = options.text('TurnstileSecretKey');
  const verified = await verifyToken(guardedFetch, { secret, token, ip, signal });
  switch (verified.outcome) {
    case 'passed': {
      // A token of another form or site proves nothing about this one.
      const { hostname } = new URL(options.text('ServerAddress') || origin);
      if (verified.action === action && verified.hostname === hostname) return;
      throw new GatewayError('turnstile.refused');
    }
    case 'refused':
      throw new GatewayError('turnstile.refused');
    case 'spent':
      throw new GatewayError('turnstile.spent');
    case 'unreachable':
    case 'misconfigured':
      log.warn({ outcome: verified.outcome }, 'Turnstile could not check a request');
      throw new GatewayError('turnstile.unreachable');
  }
}
