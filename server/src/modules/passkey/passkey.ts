import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { MAX_PASSKEYS, type PasskeyResponse, type PasskeyView } from '@turnpike/contract';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { consumeToken, issueToken } from '../one-time-token/one-time-token.ts';
import { notifyOwner } from '../user/notify-owner.ts';
import { credentialsOf, findPasskey, insertPasskey, passkeyHandle } from './passkey-repository.ts';
import { relyingParty } from './relying-party.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'secretBox' | 'options'>;

/** Loaded with the first passkey. */
const webauthn = () => import('@simplewebauthn/server');

/** EdDSA, ES256, RS256. Source: IANA, "COSE Algorithms". */
const supportedAlgorithmIDs = [-8, -7, -257];
const CHALLENGE_SECONDS = 300;
/** A passkey replaces a password and a second factor, so the device must ask for a finger, a face or a PIN. */
const userVerification = 'required';

/** The use of a challenge, and the browser that it belongs to. */
interface Challenge {
  purpose: string;
  /** The browser's visitor value, or the hash of its session. */
  boundTo: string;
  /** Address that the caller used. */
  origin: string;
}

/** A passkey that has just been used. */
export interface UsedPasskey {
  id: number;
  userId: number;
  /** As the device reports it; to be noted in the transaction that relies on the use. */
  counter: number;
}

/** Options for a new passkey of an account. @throws passkey.too_many */
export async function beginPasskey(
  deps: Deps,
  account: { id: number; username: string; displayName: string },
  challenge: Challenge,
) {
  const { generateRegistrationOptions } = await webauthn();
  const known = await credentialsOf(deps.db, account.id);
  if (known.length >= MAX_PASSKEYS) throw new GatewayError('passkey.too_many');
  const site = relyingParty(deps.options, challenge.origin);
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: site.id,
    userID: await passkeyHandle(deps.db, account.id),
    userName: account.username,
    userDisplayName: account.displayName,
    challenge: await issueChallenge(deps, challenge, account.id),
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification },
    supportedAlgorithmIDs,
  });
  return { ...options };
}

/** @throws passkey.refused, passkey.taken, passkey.too_many */
export async function createPasskey(
  deps: Deps & Pick<ModuleDeps, 'jobRunner'>,
  userId: number,
  { name, response, ...challenge }: Challenge & { name: string; response: PasskeyResponse },
): Promise<PasskeyView> {
  const { verifyRegistrationResponse } = await webauthn();
  const site = relyingParty(deps.options, challenge.origin);
  const { verified, registrationInfo } = await orRefuse(() =>
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: (given) => isChallenge(deps, challenge, { given, owner: userId }),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    }),
  );
  if (!verified || registrationInfo === undefined) throw new GatewayError('passkey.refused');
  const { credential, credentialBackedUp } = registrationInfo;
  const made = await deps.db.transaction().execute(async (trx) => {
    const passkey = await insertPasskey(trx, {
      ...{ user_id: userId, name, credential_id: credential.id, counter: credential.counter },
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      transports: (credential.transports ?? []).join(','),
      is_synced: credentialBackedUp ? 1 : 0,
      created_time: deps.clock.nowSeconds(),
    });
    await notifyOwner({ ...deps, db: trx }, userId, 'passkeyAdded');
    return passkey;
  });
  deps.jobRunner.runSoon('mail');
  return made;
}

/** Options for the use of a passkey. They name no account, so they are the same for all. */
export async function beginUse(deps: Deps, challenge: Challenge) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps.options, challenge.origin).id,
    challenge: await issueChallenge(deps, challenge, null),
    userVerification,
  });
  return { ...options };
}

/** @throws passkey.refused, the same for an unknown passkey, another host and an old challenge */
export async function usePasskey(
  deps: Deps,
  { response, ...challenge }: Challenge & { response: PasskeyResponse },
): Promise<UsedPasskey> {
  const { verifyAuthenticationResponse } = await webauthn();
  const passkey = await findPasskey(deps.db, response.id);
  if (passkey === undefined) throw new GatewayError('passkey.refused');
  const site = relyingParty(deps.options, challenge.origin);
  const { verified, authenticationInfo } = await orRefuse(() =>
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: (given) => isChallenge(deps, challenge, { given, owner: null }),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }),
  );
  if (!verified) throw new GatewayError('passkey.refused');
  return { id: passkey.id, userId: passkey.user_id, counter: authenticationInfo.newCounter };
}

const issueChallenge = (deps: Deps, { purpose, boundTo }: Challenge, owner: number | null): Promise<string> =>
  issueToken(deps, { purpose, owner, boundTo, payload: null, ttlSeconds: CHALLENGE_SECONDS });

/** Uses a challenge up. @param given as the device signed it, base64url of the text */
async function isChallenge(
  deps: Deps,
  { purpose, boundTo }: Challenge,
  { given, owner }: { given: string; owner: number | null },
): Promise<boolean> {
  const token = Buffer.from(given, 'base64url').toString();
  const taken = await consumeToken(deps, { purpose, boundTo, token });
  return taken !== undefined && taken.owner === owner;
}

/** The library throws for every answer that does not fit. */
async function orRefuse<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch (cause) {
    throw new GatewayError('passkey.refused', {}, { cause });
  }
}
