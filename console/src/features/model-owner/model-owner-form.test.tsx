import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { ModelOwnerForm } from './model-owner-form.tsx';

async function openForm(id: string, answers: Parameters<typeof serve>[0]) {
  const owners = [1, 1001].map((owner) => ({ id: owner, name: `Owner ${owner}`, icon: '', etag: '"1"' }));
  const asked = serve({ 'GET /api/model_ownedby/': { data: owners }, ...answers });
  const onClose = vi.fn();
  await renderPart(<ModelOwnerForm id={id} onClose={onClose} />);
  return { asked, onClose };
}

const drawn = () => [...document.querySelectorAll('img')].map((picture) => picture.getAttribute('src'));

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
    expect(asked).toEqual([{ call: 'POST /api/model_ownedby/', body: { id: 1002, name: 'Acme', icon: '' } }]);
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

  it('says at the icon why a picture of another site was not taken', async () => {
    const code = 'picture.too_large';
    const { asked, onClose } = await openForm('new', {
      'POST /api/model_ownedby/': { status: 502, code, fields: [{ field: 'icon', code }] },
    });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Acme');
    const icon = screen.getByRole('textbox', { name: /^Icon/ });
    await userEvent.type(icon, 'https://acme.example/logo.png');
    await userEvent.click(screen.getByRole('button', { name: 'Add owner' }));

    expect(await screen.findByText('The picture is larger than 512 KiB.')).toBeTruthy();
    expect(icon.getAttribute('aria-invalid')).toBe('true');
    expect(asked).toHaveLength(1);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('draws the kept copy of a picture of another site, and shows its address', async () => {
    const owner = { id: 1001, name: 'Acme', icon: 'https://acme.example/logo.png' };
    await openForm('1001', {
      'GET /api/model_ownedby/1001': { data: owner },
      'GET /api/model_ownedby/': { data: [{ ...owner, icon: '/api/picture/00ff' }] },
    });
    await screen.findByDisplayValue(owner.icon);

    await vi.waitFor(() => expect(drawn()).toEqual(['/api/picture/00ff']));
    await userEvent.type(screen.getByDisplayValue(owner.icon), '2');
    expect(drawn()).toEqual([]);
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
