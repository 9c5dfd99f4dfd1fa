import { randomBytes, randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { ModuleDeps } from '../module-deps.ts';
import {
  countAttempt,
  dropExpiredTokens,
  dropOlderTokens,
  dropOpenCodes,
  insertToken,
  readToken,
  type TakenToken,
  takeToken,
  uncountAttempt,
} from './one-time-token-repository.ts';

type Deps = Pick<ModuleDeps, 'db' | 'clock' | 'secretBox'>;

/** The conditions under which a token is accepted. */
interface Use {
  /** Such as `reset_password`. A token works for its own purpose only. */
  purpose: string;
  /** Value that the caller must present again, such as the hash of the browser's session; empty binds to nothing. */
  boundTo: string;
}

interface OwnedUse extends Use {
  /** Number of the account; null before there is one. */
  owner: number | null;
}

interface Issue extends OwnedUse {
  /** Given back at the use. It is stored as it is, so a secret in it must be sealed. */
  payload: unknown;
  ttlSeconds: number;
}

const MAX_PAYLOAD_BYTES = 2048;
/** Tokens of one owner and purpose that are open at once; a new one removes the oldest. */
const MAX_OPEN_TOKENS = 10;

/**
 * Makes a token for a link or a redirect, of 256 random bits. Only its hash is stored.
 *
 *     const state = await issueToken(deps, { purpose: 'github', owner: null, boundTo, payload: {}, ttlSeconds: 600 });
 *     const used = await consumeToken(deps, { purpose: 'github', token: state, boundTo });
 *
 * @throws RangeError for a payload above 2 KiB
 */
export async function issueToken(deps: Deps, issue: Issue): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await keepToken(deps, { ...issue, token });
  return token;
}

/**
 * Makes a code of six digits for a person to type. It replaces the one before, and dies after five wrong attempts.
 * Several open codes would multiply the chance of a guess, so codes of one holder are made one at a time.
 * @throws RangeError for a payload above 2 KiB
 */
export async function issueCode(deps: Deps & { db: Transaction<Tables> }, issue: Issue): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await dropOpenCodes(deps.db, holderOf(deps, issue));
  await keep(deps, issue, hashOfCode(deps, issue, code));
  return code;
}

/**
 * Keeps a payload under a random value that a browser has already, such as that of its visitor cookie. A later one with
 * the same value replaces it.
 * @throws RangeError for a payload above 2 KiB
 */
export async function keepToken(deps: Deps, { token, ...issue }: Issue & { token: string }): Promise<void> {
  await keep(deps, issue, hashOfToken(deps, issue, token));
  await dropOlderTokens(deps.db, holderOf(deps, issue), MAX_OPEN_TOKENS);
}

/** Reads a token that stays open. @returns undefined as `consumeToken` does */
export function findToken(
  deps: Deps,
  { token, ...use }: Use & { token: string },
): Promise<TakenToken | undefined> {
  return readToken(deps.db, hashOfToken(deps, use, token), deps.clock.nowSeconds());
}

/** Uses a token up. @returns undefined for one that is unknown, used, expired, or of another purpose or binding */
export function consumeToken(
  deps: Deps,
  { token, ...use }: Use & { token: string },
): Promise<TakenToken | undefined> {
  return takeToken(deps.db, hashOfToken(deps, use, token), deps.clock.nowSeconds());
}

/**
 * Compares a code and counts a wrong attempt. The code stays open: `takeToken` uses it up, in the transaction of what it
 * proves. If that fails, it can be tried again.
 * @returns the hash that names the code; undefined for a wrong, used or expired one, and after five wrong attempts
 */
export async function checkCode(
  deps: Deps,
  { code, ...use }: OwnedUse & { code: string },
): Promise<string | undefined> {
  // A transaction that the caller rolls back after a wrong code would take the count back.
  if (deps.db.isTransaction) throw new Error('a code is checked outside of transactions');
  const hash = hashOfCode(deps, use, code);
  const open = await countAttempt(deps.db, holderOf(deps, use), deps.clock.nowSeconds());
  if (!open.includes(hash)) return undefined;
  // Only wrong codes count: a call with the right one may be repeated with its confirmation.
  await uncountAttempt(deps.db, hash);
  return hash;
}

async function keep(deps: Deps, { payload, ttlSeconds, ...use }: Issue, hash: string): Promise<void> {
  const { db, clock } = deps;
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES)
    throw new RangeError('the payload of a one-time token is too long');
  const now = clock.nowSeconds();
  const row = { hash, payload: text, created_time: now, expires_at: now + ttlSeconds, attempts: 0 };
  await insertToken(db, { ...holderOf(deps, use), ...row });
  await dropExpiredTokens(db, now);
}

const holderOf = ({ secretBox }: Deps, { purpose, owner, boundTo }: OwnedUse) => ({
  purpose,
  owner_user_id: owner,
  bound_hash: secretBox.mac(['binding', boundTo]),
});

const hashOfToken = ({ secretBox }: Deps, { purpose, boundTo }: Use, token: string): string =>
  secretBox.mac(['token', purpose, boundTo, token]);

/** A plain hash of a code could be found by trying all values. */
const hashOfCode = ({ secretBox }: Deps, { purpose, owner, boundTo }: OwnedUse, code: string): string =>
  secretBox.mac(['code', purpose, owner, boundTo, code]);
