import type { RequestFacts } from '../../http/request-facts.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { consumeToken, findToken, keepToken } from '../one-time-token/one-time-token.ts';
import type { ProvedAccount, SignInProof } from './sign-in-proof.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'secretBox'>;

const LIFE_SECONDS = 600;
const use = { purpose: 'second_factor', boundTo: '' };

/** Keeps a sign-in that needs a second factor, for the browser that began it. A later one replaces it. */
export async function keepPendingSignIn(
  deps: Deps,
  { userId, proof }: ProvedAccount,
  { visitorCookie }: RequestFacts,
): Promise<void> {
  const issue = { ...use, owner: userId, payload: proof, ttlSeconds: LIFE_SECONDS };
  await keepToken(deps, { ...issue, token: visitorCookie.keep() });
}

/** The sign-in that a browser has begun. @throws session.proof_expired */
export async function findPendingSignIn(deps: Deps, { visitorCookie }: RequestFacts): Promise<ProvedAccount> {
  const { value: token } = visitorCookie;
  const found = token === undefined ? undefined : await findToken(deps, { ...use, token });
  return provedAccount(found);
}

/** As `findPendingSignIn`, and ends it: of several calls one gets it. */
export async function takePendingSignIn(deps: Deps, { visitorCookie }: RequestFacts): Promise<ProvedAccount> {
  const { value: token } = visitorCookie;
  const taken = token === undefined ? undefined : await consumeToken(deps, { ...use, token });
  return provedAccount(taken);
}

function provedAccount(kept: { owner: number | null; payload: unknown } | undefined): ProvedAccount {
  if (kept === undefined || kept.owner === null) throw new GatewayError('session.proof_expired');
  return { userId: kept.owner, proof: kept.payload as SignInProof };
}
