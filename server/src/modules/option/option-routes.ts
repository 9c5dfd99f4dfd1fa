import { logType, optionCalls } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { insertLogNote } from '../../db/log-note.ts';
import type { Tables } from '../../db/tables.ts';
import { routesFor, type SignedIn } from '../../http/contract-routes.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import type { KnownStates } from '../../platform/etag.ts';
import { sendTestMail } from '../mail/send-test-mail.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { fetchPictures } from '../picture/fetch-picture.ts';
import { keepPictures } from '../picture/picture-repository.ts';
import { type OptionChange, ruleOf, toOptionKey } from './option-rules.ts';

export const optionRoutes = routesFor(optionCalls, (deps: ModuleDeps) => {
  const { options, changes, clock } = deps;
  /** Sets all or none, and leaves a log row that names the options, not their values. */
  async function setAll(
    given: readonly { key: string; value: string }[],
    by: { user: SignedIn; knownStates: KnownStates } & Pick<RequestFacts, 'requestId' | 'ip' | 'signal'>,
  ): Promise<void> {
    const wanted: OptionChange[] = given.map(({ key, value }) => ({ key: toOptionKey(key), value }));
    options.assertValid(wanted);
    const named = wanted.filter(({ key }) => ruleOf(key).kind === 'picture');
    const pictures = await fetchPictures(
      deps,
      named.map(({ key, value }) => ({ address: value, field: key, signal: by.signal })),
    );
    const also = async (trx: Transaction<Tables>): Promise<void> => {
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
    update: ({ input, ...by }) => setAll([input], by),
    testMail: ({ input, language }) => sendTestMail(deps, { to: input.to, language }),
    updateMany: ({ input, ...by }) => setAll(input.options, by),
  };
});
