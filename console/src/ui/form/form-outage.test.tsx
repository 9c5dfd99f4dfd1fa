import { useQuery } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { version } from '@turnpike/contract/version';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { callApi, noAnswer } from '../../api/call-api.ts';
import { firstCalls } from '../../api/first-calls.ts';
import { checkServer, watchServer } from '../../api/server-watch.ts';
import { renderPart } from '../test/test-screen.tsx';
import { toastQueue } from '../toast/toast.ts';
import { ToastHost } from '../toast/toast-host.tsx';
import { FormDialog } from './form-dialog.tsx';
import { LoadedForm } from './loaded-form.tsx';
import { TextInput } from './text-input.tsx';
import { useContractForm } from './use-contract-form.ts';

function NameForm() {
  const form = useContractForm(z.object({ name: z.string() }), { name: 'acme' });
  const onSubmit = async () => {
    throw noAnswer(new TypeError('Failed to fetch'));
  };
  return (
    <FormDialog form={form} title="Form" submitLabel="Send" onClose={vi.fn()} onSubmit={onSubmit}>
      <TextInput name="name" label="Name" />
    </FormDialog>
  );
}

function LateForm() {
  const row = useQuery({ queryKey: ['row'], queryFn: () => callApi(firstCalls.status, {}), retry: true });
  return (
    <LoadedForm row={row} title="Row" onClose={vi.fn()}>
      {() => <NameForm />}
    </LoadedForm>
  );
}

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Create
      </button>
      {isOpen ? <LateForm /> : null}
    </>
  );
}

/** A server that does not answer until it is started. */
function stopServer() {
  let runs = false;
  vi.stubGlobal('fetch', async () => {
    if (!runs) throw new TypeError('Failed to fetch');
    return Response.json({ success: true, message: '', data: { version, is_set_up: true } });
  });
  watchServer(() => {});
  const answer = checkServer();
  return async function start() {
    runs = true;
    await act(async () => {
      window.dispatchEvent(new Event('online'));
      await answer;
    });
  };
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
});

describe('a form without a server', () => {
  it('says that the server cannot be reached until it is back', async () => {
    await renderPart(<NameForm />);
    const start = stopServer();
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/^The server cannot be reached/)).toBeTruthy();

    await start();
    await vi.waitFor(() => expect(screen.queryByText(/^The server cannot be reached/)).toBeNull());
  });

  it('is announced where its row has to be loaded, and opens when the server is back', async () => {
    await renderPart(
      <>
        <Page />
        <ToastHost />
      </>,
    );
    const start = stopServer();
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText(/This opens once it answers/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();

    await start();
    expect(await screen.findByRole('dialog', { name: 'Form' })).toBeTruthy();
  });
});
