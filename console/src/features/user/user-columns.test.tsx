import { cleanup, screen } from '@testing-library/react';
import type { UserView } from '@turnpike/contract';
import { afterEach, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { useUserColumns } from './user-columns.tsx';

function Bindings({ email }: { email: string }) {
  const column = useUserColumns(() => undefined).find(({ header }) => header === 'Bindings');
  return <p data-testid={email}>{column?.cell?.({ email } as UserView)}</p>;
}

afterEach(cleanup);

it('shows what an account is bound to', async () => {
  await renderPart(
    <>
      <Bindings email="ann@mail.test" />
      <Bindings email="" />
    </>,
  );
  await loadTexts('user');
  expect((await screen.findByTitle('E-mail: ann@mail.test')).textContent).toBe('E-mail');
  expect(screen.getByTestId('').textContent).toBe('–');
});
