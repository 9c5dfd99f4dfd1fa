import { z } from 'zod';
import type { RequestFacts } from '../../http/request-facts.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ModuleDeps } from '../module-deps.ts';
import type { Options } from '../option/options.ts';
import { emailIssue, emailRules } from '../registration/email-rules.ts';
import { openAccount } from '../registration/open-account.ts';
import { numberedUsername, usernameFrom } from './first-username.ts';
import type { ProviderAccountFacts } from './sign-in-provider.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'options' | 'secretBox'>;

const MAX_DISPLAY_NAME = 20;
/** Numbers that are tried, where others register at the same time. */
const TRIED_NUMBERS = 10;
const storableEmail = z.email().max(50);

/**
 * Opens an account for a person whom a provider knows. A name or address that is taken stays with its owner: the
 * account gets a number for a name, and no address.
 * @returns number of the account
 * @throws registration.closed, identity.taken, identity.unusable
 */
export async function openProviderAccount(
  deps: Deps,
  { invitation, ...facts }: ProviderAccountFacts & { invitation: string },
  request: RequestFacts,
): Promise<number> {
  if (!deps.options.flag('RegisterEnabled')) throw new GatewayError('registration.closed');
  let email = facts.emailVerified ? emailFrom(facts.email, deps.options) : '';
  const names = await possibleNames(deps, facts);
  for (;;) {
    const username = names[0];
    if (username === undefined) throw new GatewayError('user.name_taken');
    try {
      return await openAccount(
        deps,
        {
          username,
          displayName: displayNameFrom(facts.name),
          email,
          passwordHash: '',
          language: request.language,
          invitation,
          identity: facts,
        },
        request,
      );
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== 'user.name_taken') throw error;
      if (error.fields.some(({ field }) => field === 'email')) email = '';
      else names.shift();
    }
  }
}

/** The name at the provider, then numbers after the newest account's. */
async function possibleNames({ db }: Deps, { username, provider }: ProviderAccountFacts): Promise<string[]> {
  const newest = await db.selectFrom('users').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const next = (newest?.id ?? 0) + 1;
  const numbered = Array.from({ length: TRIED_NUMBERS }, (_, more) =>
    numberedUsername(provider, next + more),
  );
  return [usernameFrom(username), ...numbered].filter((name) => name !== '');
}

/** An address that the site does not allow is not stored; the account can do without. */
function emailFrom(reported: string, options: Options): string {
  const email = reported.toLowerCase();
  const isStorable = storableEmail.safeParse(email).success;
  return isStorable && emailIssue(email, emailRules(options)) === undefined ? email : '';
}

const displayNameFrom = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, MAX_DISPLAY_NAME)
    .replace(/[\uD800-\uDBFF]$/, '');
