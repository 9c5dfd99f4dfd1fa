import { userStatus } from '@turnpike/contract';
import type { ModuleDeps } from '../module-deps.ts';
import { consumeToken, findToken, issueToken } from '../one-time-token/one-time-token.ts';
import { notifyOwner } from '../user/notify-owner.ts';
import { lockUser } from '../user/user-repository.ts';
import { deleteLink, insertLink } from './telegram-link-repository.ts';

const TTL_SECONDS = 600;
const use = { purpose: 'telegram_link', boundTo: '' };

/** Makes a code that links the Telegram account that sends it to the bot. It fits into a deep link, which takes 64 characters. */
export async function issueLinkCode(
  deps: ModuleDeps,
  userId: number,
): Promise<{ code: string; expires_time: number }> {
  const code = await issueToken(deps, { ...use, owner: userId, payload: {}, ttlSeconds: TTL_SECONDS });
  return { code, expires_time: deps.clock.nowSeconds() + TTL_SECONDS };
}

/** The transaction is undone, so that the code can be used once the other link is gone. */
class Taken extends Error {}

/**
 * Links a Telegram account by a code. Another link of the same account here is replaced: its owner made the code.
 * @returns `taken` where the Telegram account belongs to another account
 */
export async function linkTelegram(
  deps: ModuleDeps,
  { code, telegramId }: { code: string; telegramId: number },
): Promise<'linked' | 'unknown' | 'taken'> {
  try {
    const isLinked = await deps.db.transaction().execute(async (db) => {
      const inTransaction = { ...deps, db };
      const owner = (await findToken(inTransaction, { ...use, token: code }))?.owner;
      if (owner === undefined || owner === null) return false;
      // A deletion locks the account before it removes the codes, too.
      if ((await lockUser(db, owner)).status !== userStatus.enabled) return false;
      if ((await consumeToken(inTransaction, { ...use, token: code })) === undefined) return false;
      const created_time = deps.clock.nowSeconds();
      const link = { user_id: owner, telegram_id: telegramId, created_time };
      if (!(await insertLink(db, link))) throw new Taken();
      await notifyOwner(inTransaction, owner, 'telegramLinked');
      return true;
    });
    if (!isLinked) return 'unknown';
  } catch (error) {
    if (error instanceof Taken) return 'taken';
    throw error;
  }
  deps.jobRunner.runSoon('mail');
  return 'linked';
}

/** @returns whether there was a link */
export async function unlinkTelegram(deps: ModuleDeps, userId: number): Promise<boolean> {
  const wasLinked = await deps.db.transaction().execute(async (db) => {
    const isRemoved = await deleteLink(db, userId);
    if (isRemoved) await notifyOwner({ ...deps, db }, userId, 'telegramUnlinked');
    return isRemoved;
  });
  if (wasLinked) deps.jobRunner.runSoon('mail');
  return wasLinked;
}
