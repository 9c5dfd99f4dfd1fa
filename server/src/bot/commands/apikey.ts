import type { Db } from '../../db/store.ts';
import { escapeMarkdownV2 } from '../markdown-v2.ts';
import type { AccountTurn, Buttons } from '../turn.ts';

const PER_PAGE = 5;
export const PAGE_PREFIX = 'apikey:';

/** Lists keys by name and masked, the newest first: a chat keeps what it was sent. */
export async function apikey(turn: AccountTurn, page = 1): Promise<void> {
  const { deps, account } = turn;
  const count = await countKeys(deps.db, account.id);
  if (count === 0)
    return turn.say(turn.text('noKeys'), { buttons: turn.pageButton('openKeys', '/panel/token') });
  const pages = Math.ceil(count / PER_PAGE);
  const shown = Math.min(Math.max(page, 1), pages);
  const keys = await listKeys(deps.db, account.id, shown);
  const lines = keys.map(
    ({ name, key_hint }) => `*${escapeMarkdownV2(name)}*\n${escapeMarkdownV2(key_hint)}`,
  );
  const head = escapeMarkdownV2(turn.text('keys', { page: shown, pages }));
  await turn.show([head, ...lines].join('\n\n'), {
    parse_mode: 'MarkdownV2',
    buttons: [...pageButtons(turn, shown, pages), ...turn.pageButton('openKeys', '/panel/token')],
  });
}

function pageButtons(turn: AccountTurn, page: number, pages: number): Buttons {
  const row = [
    ...(page > 1 ? [{ text: turn.text('previous'), callback_data: `${PAGE_PREFIX}${page - 1}` }] : []),
    ...(page < pages ? [{ text: turn.text('next'), callback_data: `${PAGE_PREFIX}${page + 1}` }] : []),
  ];
  return row.length > 0 ? [row] : [];
}

const keysOf = (db: Db, userId: number) =>
  db.selectFrom('tokens').where('user_id', '=', userId).where('deleted_time', '=', 0);

async function countKeys(db: Db, userId: number): Promise<number> {
  const { count } = await keysOf(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const listKeys = (db: Db, userId: number, page: number) =>
  keysOf(db, userId)
    .select(['name', 'key_hint'])
    .orderBy('id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute();
