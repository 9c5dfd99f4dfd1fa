import { logType, optionCalls, safeTools, signInOptions } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { insertLogNote } from '../../db/log-note.ts';
import type { Tables } from '../../db/tables.ts';
import { routesFor, type SignedIn } from '../../http/contract-routes.ts';
import { assertInPerson } from '../../http/in-person.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { confirmBy } from '../confirmation/confirmation.ts';
import { sendTestMail } from '../mail/send-test-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { fetchPictures } from '../picture/fetch-picture.ts';
import { keepPictures } from '../picture/picture-repository.ts';
import { testSearch } from '../web-search/test-search.ts';
import { type OptionChange, ruleOf, toOptionKey } from './option-rules.ts';

export const optionRoutes = routesFor(optionCalls, (deps: ModuleDeps) => {
  const { options, changes, clock } = deps;
  /**
   * Sets all or none, and leaves a log row that names the options, not their values. Those of the sign-in are set in a
   * session only, and confirmed by the second factor of an account that has one.
   */
  async function setAll(
    given: readonly { key: string; value: string }[],
    by: RequestFacts & { user: SignedIn },
  ): Promise<void> {
    const wanted: OptionChange[] = given.map(({ key, value }) => ({ key: toOptionKey(key), value }));
    const changesSignIn = wanted.some(({ key, value }) => signInOptions.has(key) && !options.has(key, value));
    if (changesSignIn) assertInPerson(by.user);
    options.assertValid(wanted);
    const named = wanted.filter(({ key }) => ruleOf(key).kind === 'picture');
    const pictures = await fetchPictures(
      deps,
      named.map(({ key, value }) => ({ address: value, field: key, signal: by.signal })),
    );
    const also = async (trx: Transaction<Tables>): Promise<void> => {
      if (changesSignIn) await confirmBy(deps, by.user, { action: 'sign_in_data', facts: by })(trx);
      if (named.length > 0) await keepPictures(trx, pictures);
      await insertLogNote(trx, {
        request_id: by.requestId,
        user_id: by.user.id,
        username: by.user.username,
        created_at: clock.nowSeconds(),
        type: logType.manage,
        quota: 0,
        content: wanted.map(({ key }) => key).join(', '),
        source_ip: by.ip,
      });
    };
    await options.setAll(wanted, also, by.knownStates);
    changes.optionsChanged();
  }

  return {
    list: ({ user }) => options.listFor(user.role),
    safeTools: () => [...safeTools],
    update: ({ input, ...by }) => setAll([input], by),
    testMail: ({ input, language }) => sendTestMail(deps, { to: input.to, language }),
    testSearch: ({ input, signal }) => testSearch(deps, { query: input.query, signal }),
    updateMany: ({ input, ...by }) => setAll(input.options, by),
  };
});
