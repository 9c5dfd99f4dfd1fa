import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { keepTyping } from './keep-typing.ts';

function NameDialog() {
  const [name, setName] = useState('new');
  // biome-ignore lint/a11y/noAutofocus: as the dialogs of the kit
  return <input aria-label="Name" autoFocus value={name} onChange={(event) => setName(event.target.value)} />;
}

function Page({ row }: { row: Promise<void> }) {
  const [isOpen, setOpen] = useState(false);
  function open() {
    keepTyping();
    void row.then(() => setOpen(true));
  }
  return (
    <>
      <button type="button" onClick={open}>
        Create
      </button>
      {isOpen ? <NameDialog /> : null}
    </>
  );
}

afterEach(cleanup);

it('puts what is typed before a dialog is there into its first field', async () => {
  const row = Promise.withResolvers<void>();
  const shortcut = vi.fn();
  window.addEventListener('keydown', shortcut);
  render(<Page row={row.promise} />);
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  shortcut.mockClear();
  await userEvent.keyboard('my ax{Backspace}p');
  expect(shortcut).not.toHaveBeenCalled();

  row.resolve();
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await vi.waitFor(() => expect(field.value).toBe('my ap'));
  await userEvent.keyboard('p');
  expect(field.value).toBe('my app');
  window.removeEventListener('keydown', shortcut);
});
