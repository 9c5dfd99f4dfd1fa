import { logType, optionCalls } from '@turnpike/contract';
import { routesFor, type SignedIn } from '../../http/contract-routes.ts';
import type { KnownStates } from '../../platform/etag.ts';
import { insertLogNote } from '../log/log-note.ts';
import type { ModuleNeeds } from '../module-needs.ts';
import { type OptionChange, toOptionKey } from './option-rules.ts';

export const optionRoutes = routesFor(optionCalls, ({ options, changes, clock }: ModuleNeeds) => {
  /** Sets all or none, and leaves a log row that names the options, not their values. */
  async function setAll(
    given: readonly { key: string; value: string }[],
    by: { user: SignedIn; requestId: string; ip: string; knownStates: KnownStates },
  ): Promise<void> {
    const wanted: OptionChange[] = given.map(({ key, value }) => ({ key: toOptionKey(key), value }));
    await options.setAll(
      wanted,
      (trx) =>
        insertLogNote(trx, {
          request_id: by.requestId,
          user_id: by.user.id,
          username: by.user.username,
          created_at: clock.nowSeconds(),
          type: logType.manage,
          quota: 0,
          content: wanted.map(({ key }) => key).join(', '),
          source_ip: by.ip,
        }),
      by.knownStates,
    );
    changes.optionsChanged();
  }

  return {
    list: ({ user }) => options.listFor(user.role),
    update: ({ input, ...by }) => setAll([input], by),
    updateMany: ({ input, ...by }) => setAll(input.options, by),
  };
});
