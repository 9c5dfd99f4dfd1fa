import type { Dialect } from '../../dialects/dialect.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { type Form, servesModel } from '../../providers/provider.ts';

/** Whether a channel's vendor stores conversations between calls for this dialect. */
export const keepsThreads = (route: Route, dialect: Dialect): boolean =>
  planCall(route, dialect)?.keepsThreads === true;

/**
 * Chooses the form in which a channel serves a call. Prefers the caller's own dialect, so that bytes pass;
 * otherwise the first form that the conversation can be converted to.
 * @returns null if there is none
 */
export function planCall({ channel, upstreamModel }: Route, dialect: Dialect): Form | null {
  const { forms } = channel;
  for (const form of forms) if (form.dialect === dialect && servesModel(form, upstreamModel)) return form;
  if (dialect.conversation === null && dialect.callerConversation === undefined) return null;
  return (
    forms.find(
      (form) =>
        form.dialect.conversation !== null &&
        form.dialect.operation === dialect.operation &&
        servesModel(form, upstreamModel),
    ) ?? null
  );
}
