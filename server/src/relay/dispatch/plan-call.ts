import type { Dialect } from '../../dialects/dialect.ts';
import type { Route } from '../../modules/routing/routing-snapshot.ts';
import { type Form, servesModel } from '../../providers/provider.ts';

/** Whether a channel's vendor holds the conversation of a caller of this dialect between calls. */
export const keepsThreads = (route: Route, dialect: Dialect): boolean =>
  planCall(route, dialect)?.keepsThreads === true;

/**
 * The form in which a channel serves what a caller asks of a model: in the caller's own dialect where it can, so that bytes
 * pass, else the first that a conversation can be converted for.
 * @returns null where it cannot
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
