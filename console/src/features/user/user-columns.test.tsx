import { cleanup, screen } from '@testing-library/react';
import type { ListedUserView } from '@turnpike/contract';
import { afterEach, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { useUserColumns } from './user-columns.tsx';

const plain = {
  ...{ username: 'ann', email: 'ann@mail.test', email_proved: false, providers: [] as string[] },
  ...{ has_passkey: false, has_authenticator: false },
};

function Bindings({ user }: { user: typeof plain }) {
  const column = useUserColumns(() => undefined).find(({ header }) => header === 'Bindings');
  return <p data-testid={user.username}>{column?.cell?.(user as ListedUserView)}</p>;
}

afterEach(cleanup);

it('shows what an account is bound to, and no address that was not proved', async () => {
  const bound = { email_proved: true, providers: ['wechat', 'github'], has_passkey: true };
  await renderPart(
    <>
      <Bindings user={plain} />
      <Bindings user={{ ...plain, ...bound, has_authenticator: true, username: 'ben' }} />
    </>,
  );
  await loadTexts('user');
  const marks = await screen.findAllByRole('img');
  expect(marks.map((mark) => mark.getAttribute('aria-label'))).toEqual([
    ...['E-mail: ann@mail.test', 'GitHub', 'WeChat', 'Passkey', 'Authenticator app'],
  ]);
  expect(screen.getByTestId('ann').textContent).toBe('–');
});
