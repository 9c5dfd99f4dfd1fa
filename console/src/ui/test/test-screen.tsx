import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { selfQuery } from '../../api/self.ts';
import { siteStatusQuery } from '../../api/site-status.ts';
import { startI18n } from '../../i18n/i18n.ts';

/** Draws a part of the console as a test reads it: in English, with a site that shows money; `self` is signed in. */
export async function renderPart(
  part: ReactNode,
  options: {
    address?: string;
    showsCurrency?: boolean;
    remindBelow?: number;
    self?: object | null;
  } = {},
) {
  await startI18n('en_US');
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(siteStatusQuery.queryKey, {
    system_name: 'Test site',
    quota_per_unit: 500_000,
    display_in_currency: options.showsCurrency ?? true,
    quota_remind_threshold: options.remindBelow ?? 0,
    has_session: Boolean(options.self),
  } as never);
  if (options.self !== undefined) client.setQueryData(selfQuery.queryKey, options.self as never);
  const drawn = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[options.address ?? '/']}>{part}</MemoryRouter>
    </QueryClientProvider>,
  );
  return { ...drawn, client };
}
