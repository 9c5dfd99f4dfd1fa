import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test-screen.tsx';
import { serve } from '../../ui/test-server.ts';
import ModelOwnerForm from './model-owner-form.tsx';

async function openForm(id: string, answers: Parameters<typeof serve>[0]) {
  const asked = serve(answers);
  const onClose = vi.fn();
  await renderPart(
    <Suspense>
      <ModelOwnerForm id={id} freeId={1001} onClose={onClose} />
    </Suspense>,
  );
  return { asked, onClose };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the form of a model owner', () => {
  it('adds one under a free number', async () => {
    const { asked, onClose } = await openForm('new', { 'POST /api/model_ownedby/': { data: {} } });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Acme');
    await userEvent.click(screen.getByRole('button', { name: 'Add owner' }));

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(asked).toEqual([{ call: 'POST /api/model_ownedby/', body: { id: 1001, name: 'Acme', icon: '' } }]);
  });

  it('keeps what was typed when the number is taken meanwhile', async () => {
    const { onClose } = await openForm('new', {
      'POST /api/model_ownedby/': { status: 409, code: 'model_owner.id_taken' },
    });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Acme');
    await userEvent.click(screen.getByRole('button', { name: 'Add owner' }));

    expect(await screen.findByText('This number belongs to another owner.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Acme');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('opens the owner that an address names, once it can be read', async () => {
    let isGone = true;
    const owner = { id: 1001, name: 'Acme', icon: '' };
    await openForm('1001', {
      'GET /api/model_ownedby/1001': () =>
        isGone ? { status: 404, code: 'model_owner.not_found' } : { data: owner },
    });
    expect(await screen.findByText('There is no such model owner.')).toBeTruthy();

    isGone = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Acme');
  });
});
