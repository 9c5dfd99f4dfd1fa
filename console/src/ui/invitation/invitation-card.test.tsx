import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../test/test-screen.tsx';
import { serve } from '../test/test-server.ts';
import { InvitationCard } from './invitation-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const invitations = {
  ...{ code: '0a1b2c3d4e5f', invited_count: 3, earned_quota: 1_500_000, transferable_quota: 500_000 },
  ...{ inviter_reward: 500_000, invitee_gift: 250_000 },
};

async function show(given: object = {}, isShort = false) {
  const sent = serve({
    'GET /api/user/aff/overview': { data: { ...invitations, ...given } },
    'POST /api/user/aff/transfer': { data: 500_000 },
  });
  await loadTexts('invitation');
  await renderPart(<InvitationCard isShort={isShort} />);
  await screen.findByRole('textbox', { name: 'Invitation link' });
  return sent;
}

it('shows the link, the terms and the figures, and transfers the amount that it asked about', async () => {
  const sent = await show();
  const link = screen.getByRole<HTMLInputElement>('textbox', { name: 'Invitation link' });
  expect(link.value).toBe(`${window.location.origin}/register?aff=0a1b2c3d4e5f`);
  expect(
    screen.getByText(
      'Send the link to others. You earn $1.00 for each new account. They start with an extra $0.50.',
    ),
  ).toBeTruthy();
  expect(screen.getByText('Invited').nextElementSibling?.textContent).toBe('3');
  expect(screen.getByText('Rewards so far').nextElementSibling?.textContent).toBe('$3.00');

  await userEvent.click(screen.getByRole('button', { name: 'Transfer to balance' }));
  const dialog = await screen.findByRole('dialog', { name: 'Transfer $1.00 to your balance?' });
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Transfer to balance' }));

  await vi.waitFor(() =>
    expect(sent).toContainEqual({ call: 'POST /api/user/aff/transfer', body: { quota: 500_000 } }),
  );
});

it('has no button without a reward, and promises none', async () => {
  await show({ transferable_quota: 0, inviter_reward: 0, invitee_gift: 0 });
  expect(screen.queryByRole('button', { name: 'Transfer to balance' })).toBeNull();
  expect(screen.queryByText(/earn/)).toBeNull();
});

it('is short on the dashboard', async () => {
  await show({}, true);
  expect(screen.getByRole('link', { name: 'View invitations' })).toBeTruthy();
  expect(screen.queryByText('Rewards so far')).toBeNull();
});
