import { cleanup, screen } from '@testing-library/react';
import type { UserView } from '@turnpike/contract';
import { afterEach, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { BindingCard } from './binding-card.tsx';

afterEach(cleanup);

it.each([
  ['ann@mail.test', 'ann@mail.test'],
  ['', 'Not set'],
])('shows what the account is bound to: "%s"', async (email, shown) => {
  await renderPart(<BindingCard self={{ email } as UserView} />);
  await loadTexts('profile');
  expect(await screen.findByRole('heading', { name: 'Account bindings' })).toBeTruthy();
  expect(screen.getByText('E-mail').nextElementSibling?.textContent).toBe(shown);
});
