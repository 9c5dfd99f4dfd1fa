import type { Dialect } from '../../dialects/dialect.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import type { Form } from '../../providers/provider.ts';

/**
 * The form in which a channel serves what a caller asks for in a dialect.
 * @returns null where it cannot
 */
export function planCall({ forms }: RoutingChannel, dialect: Dialect): Form | null {
  for (const form of forms) if (form.dialect === dialect) return form;
  return null;
}
