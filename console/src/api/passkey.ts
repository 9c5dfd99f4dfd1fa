import type { PasskeyResponse } from '@turnpike/contract';
import { ApiError } from './api-error.ts';

/** Loaded when a button of passkeys is pressed. */
const library = () => import('@simplewebauthn/browser');

type Options = { challenge: string } & Record<string, unknown>;

/** Whether this browser and this address can use passkeys. */
export const hasPasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window;

/** Lets the browser make a passkey. @throws ApiError when the person or the device refuses */
export const makePasskey = (options: Options): Promise<PasskeyResponse> =>
  orRefuse(async () => (await library()).startRegistration({ optionsJSON: options as never }));

/** Lets the browser use a passkey. @throws ApiError when the person or the device refuses */
export const askPasskey = (options: Options): Promise<PasskeyResponse> =>
  orRefuse(async () => (await library()).startAuthentication({ optionsJSON: options as never }));

async function orRefuse(ask: () => Promise<{ id: string; response: object }>): Promise<PasskeyResponse> {
  try {
    return (await ask()) as PasskeyResponse;
  } catch (cause) {
    const isKnown = cause instanceof Error && cause.name === 'InvalidStateError';
    throw new ApiError({ code: isKnown ? 'passkey.taken' : 'passkey.not_used', status: 0, cause });
  }
}
