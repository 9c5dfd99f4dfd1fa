import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider } from 'react-hook-form';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { renderPart } from '../test/test-screen.tsx';
import { type Answer, serve } from '../test/test-server.ts';
import { EmailCodeInputs } from './email-code-inputs.tsx';
import { useContractForm } from './use-contract-form.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const schema = z.object({ email: z.email(), code: z.string() });

function Form() {
  return (
    <FormProvider {...useContractForm(schema, { email: '', code: '' })}>
      <EmailCodeInputs purpose="bind" codeName="code" />
    </FormProvider>
  );
}

it('asks for a code once the address is one, says why there is none, and waits before the next', async () => {
  let failure: Answer = {
    code: 'email.domain_not_allowed',
    fields: [{ field: 'email', code: 'email.domain_not_allowed' }],
  };
  const asked = serve({ 'POST /api/verification': () => failure });
  await renderPart(<Form />);
  const email = await screen.findByRole('textbox', { name: 'E-mail' });
  const button = () => screen.getByRole('button', { name: 'Send code' });

  await userEvent.type(email, 'ann');
  await userEvent.click(button());
  expect(await screen.findByText('Not an e-mail address.')).toBeTruthy();
  expect(asked).toEqual([]);

  await userEvent.type(email, '@mail.test');
  await userEvent.click(button());
  expect(await screen.findByText(/does not accept e-mail addresses from this domain/)).toBeTruthy();

  failure = {};
  await userEvent.click(button());
  expect(await screen.findByRole('button', { name: '30 s' })).toHaveProperty('disabled', true);
  expect(asked.at(-1)?.body).toEqual({ email: 'ann@mail.test', purpose: 'bind' });
});
