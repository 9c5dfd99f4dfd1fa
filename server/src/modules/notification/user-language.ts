import type { Language } from '@turnpike/contract';
import type { ModuleDeps } from '../module-deps.ts';
import { languageOf } from './send-to-target.ts';

export async function languageOfUser(
  deps: Pick<ModuleDeps, 'db' | 'options'>,
  userId: number,
): Promise<Language> {
  const { language } = await deps.db
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return languageOf(deps, { language });
}
