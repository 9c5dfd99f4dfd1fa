import { useQuery } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Self, selfQuery } from '../../api/self.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { PasswordCard } from './password-card.tsx';

const ann = { id: 7, username: 'ann' } as Self;
const changed = { call: 'PUT /api/user/self', body: { password: 'new-secret-1' } };

/** The card of the account as the server last returned it. */
function OwnCard() {
  const self = useQuery(selfQuery).data;
  return self ? <PasswordCard self={self} /> : null;
}

async function fill(answers: Parameters<typeof serve>[0], { repeated = 'new-secret-1' } = {}) {
  const asked = serve({ 'GET /api/user/token': {}, ...answers });
  await renderPart(
    <Suspense>
      <PasswordCard self={ann} />
    </Suspense>,
  );
  await userEvent.type(await screen.findByLabelText('New password'), 'new-secret-1');
  await userEvent.type(screen.getByLabelText('Repeat new password'), repeated);
  return asked;
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Change password' }));
const typed = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the card of the password', () => {
  it('sends the new password and forgets it', async () => {
    const asked = await fill({ 'PUT /api/user/self': {} });
    await submit();
    await vi.waitFor(() => expect(typed('New password')).toBe(''));
    expect(asked).toEqual([changed]);
  });

  it('sets the first password, and changes it from then on', async () => {
    let has_password = false;
    const asked = serve({
      'PUT /api/user/self': () => {
        has_password = true;
        return {};
      },
      'GET /api/user/self': () => ({ data: { ...ann, has_password } }),
    });
    await renderPart(
      <Suspense>
        <OwnCard />
      </Suspense>,
      { self: { ...ann, has_password } },
    );
    await userEvent.type(await screen.findByLabelText('New password'), 'new-secret-1');
    await userEvent.type(screen.getByLabelText('Repeat new password'), 'new-secret-1');
    await userEvent.click(screen.getByRole('button', { name: 'Set a password' }));

    expect(await screen.findByRole('button', { name: 'Change password' })).toBeTruthy();
    expect(asked).toEqual([changed]);
    expect(typed('New password')).toBe('');
  });

  it('sends nothing while the two new ones differ', async () => {
    const asked = await fill({}, { repeated: 'new-secret-2' });
    await submit();
    expect(await screen.findByText('The two passwords differ.')).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('keeps what was typed when nobody confirms it', async () => {
    await fill({ 'PUT /api/user/self': { status: 403, code: 'confirmation.required' } });
    await submit();
    expect(await screen.findByText(/^Confirm this with/)).toBeTruthy();
    expect(typed('New password')).toBe('new-secret-1');
  });
});
