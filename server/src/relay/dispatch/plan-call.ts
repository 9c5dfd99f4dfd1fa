import type { Dialect } from '../../dialects/dialect.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import type { Form } from '../../providers/provider.ts';

/**
 * The form in which a channel serves what a caller asks for: in the caller's own dialect where it can, so that bytes
 * pass, else the first that a conversation can be converted for.
 * @returns null where it cannot
 */
export function planCall({ forms }: RoutingChannel, dialect: Dialect): Form | null {
  for (const form of forms) if (form.dialect === dialect) return form;
  if (dialect.conversation === null) return null;
  return (
    forms.find(
      (form) => form.dialect.conversation !== null && form.dialect.operation === dialect.operation,
    ) ?? null
  );
}
