import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyForm } from './lazy-part.ts';

function NameDialog() {
  const [name, setName] = useState('new');
  // biome-ignore lint/a11y/noAutofocus: as the dialogs of the kit
  return <input aria-label="Name" autoFocus value={name} onChange={(event) => setName(event.target.value)} />;
}

function Page({ dialog: Dialog }: { dialog: ReturnType<typeof lazyForm<typeof NameDialog>> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Create
      </button>
      <Suspense>{isOpen ? <Dialog /> : null}</Suspense>
    </>
  );
}

afterEach(cleanup);

it('puts what is typed before a dialog is there into its first field', async () => {
  const code = Promise.withResolvers<{ default: typeof NameDialog }>();
  const shortcut = vi.fn();
  window.addEventListener('keydown', shortcut);
  render(<Page dialog={lazyForm(() => code.promise)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  shortcut.mockClear();
  await userEvent.keyboard('my ax{Backspace}p');
  expect(shortcut).not.toHaveBeenCalled();

  code.resolve({ default: NameDialog });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await vi.waitFor(() => expect(field.value).toBe('my ap'));
  await userEvent.keyboard('p');
  expect(field.value).toBe('my app');
  window.removeEventListener('keydown', shortcut);
});

it('draws a dialog at once whose code is there', async () => {
  const load = vi.fn(async () => ({ default: NameDialog }));
  render(<Page dialog={lazyForm(load)} />);
  await userEvent.hover(screen.getByRole('button', { name: 'Create' }));
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 10));

  fireEvent.click(screen.getByRole('button', { name: 'Create' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeTruthy();
});
