import { useQuery } from '@tanstack/react-query';
import type { TurnstileAction } from '@turnpike/contract';
import { type ReactNode, useCallback, useState } from 'react';
import { siteStatusQuery } from '../../api/site-status.ts';
import { TurnstileCheck } from './turnstile-check.tsx';

export interface TurnstileState {
  /** For the request; undefined while the site has no check. */
  token: string | undefined;
  /** False while the check is under way. */
  isReady: boolean;
  /** Drawn in the form; null while the site has no check. */
  check: ReactNode;
  /** Begins another check. A token works once, so every failed request needs a new one. */
  renew: () => void;
}

/**
 * The check that the sender of a form is human.
 *
 *     const turnstile = useTurnstile('register');
 *     send({ ...values, turnstile: turnstile.token }).catch(turnstile.renew);
 */
export function useTurnstile(action: TurnstileAction): TurnstileState {
  const { data } = useQuery(siteStatusQuery);
  const [token, setToken] = useState('');
  const [round, setRound] = useState(0);
  const renew = useCallback(() => {
    setToken('');
    setRound((last) => last + 1);
  }, []);
  if (!data?.turnstile_check) return { token: undefined, isReady: true, check: null, renew };
  return {
    token,
    isReady: token !== '',
    check: (
      <TurnstileCheck key={round} siteKey={data.turnstile_site_key} action={action} onToken={setToken} />
    ),
    renew,
  };
}
