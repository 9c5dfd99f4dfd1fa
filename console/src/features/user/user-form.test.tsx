import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { StoredUserView } from '@turnpike/contract';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { ChangeUserForm } from './user-form.tsx';

const ADDRESS = 'https://acme.example/ann.png';
const ann = {
  ...{ id: 7, username: 'ann', display_name: '', email: 'ann@acme.example', group: 'default', etag: '"1"' },
  ...{ avatar_url: '', avatar_source: '' },
} as StoredUserView;

async function openForm(user: StoredUserView, answers: Parameters<typeof serve>[0] = {}) {
  const asked = serve({ 'GET /api/user_group_map': { data: {} }, ...answers });
  const onClose = vi.fn();
  await renderPart(
    <Suspense>
      <ChangeUserForm user={user} onClose={onClose} />
    </Suspense>,
  );
  await avatarField();
  return { asked, onClose };
}

const avatarField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Avatar/ });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const drawn = () => [...document.querySelectorAll('img')].map((picture) => picture.getAttribute('src'));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the avatar in the form of a user', () => {
  it('says at its field why a picture of another site was not taken', async () => {
    const code = 'picture.private_network';
    const { asked, onClose } = await openForm(ann, {
      'PUT /api/user/': { status: 400, code, fields: [{ field: 'avatar_url', code }] },
    });
    const field = await avatarField();
    await userEvent.type(field, ADDRESS);
    await save();

    expect(
      await screen.findByText(
        'This address is in a private network. Pictures can only be fetched from public addresses.',
      ),
    ).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(asked).toMatchObject([{ body: { id: 7, avatar_url: ADDRESS }, ifMatch: '"1"' }]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is refused before it is sent where it is no address of a picture', async () => {
    const { asked } = await openForm(ann);
    await userEvent.type(await avatarField(), 'ann.png');
    await save();

    expect(await screen.findByText(/^Enter an address that starts with http/)).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('is drawn from the kept copy, beside the address that was given', async () => {
    await openForm({ ...ann, avatar_url: '/api/picture/00ff', avatar_source: ADDRESS });
    expect((await avatarField()).value).toBe(ADDRESS);
    expect(drawn()).toEqual(['/api/picture/00ff']);

    await userEvent.type(await avatarField(), '2');
    expect(drawn()).toEqual([]);
    expect(screen.getByText('A')).toBeTruthy();
  });

  it('is taken away by emptying the field', async () => {
    const { asked, onClose } = await openForm(
      { ...ann, avatar_url: '/ann.svg', avatar_source: '/ann.svg' },
      { 'PUT /api/user/': { data: ann } },
    );
    await userEvent.clear(await avatarField());
    await save();

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(asked).toMatchObject([{ body: { avatar_url: '' } }]);
  });
});
