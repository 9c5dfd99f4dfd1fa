import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { renderPart } from '../test/test-screen.tsx';
import { forgetAllDrafts, keepDraftSoon } from './draft-store.ts';
import { FormDialog } from './form-dialog.tsx';
import { PasswordInput } from './password-input.tsx';
import { TextInput } from './text-input.tsx';
import { useContractForm } from './use-contract-form.ts';

const shape = z.object({
  name: z.string().min(1),
  key: z.string(),
  limit: z.object({ rpm: z.number(), note: z.string() }),
});
const stored = { name: 'acme', key: '', limit: { rpm: 60, note: '' } };

interface AccountFormProps {
  row: typeof stored;
  /** `null`: one that is not there yet. */
  id: number | null;
  onSent: (values: object) => Promise<unknown>;
}

function AccountForm({ row, id, onSent }: AccountFormProps) {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? <OpenForm row={row} id={id} onSent={onSent} onClose={() => setOpen(false)} /> : null;
}

function OpenForm({ row, id, onSent, onClose }: AccountFormProps & { onClose: () => void }) {
  const form = useContractForm(shape, row, { draft: 'account', ...(id !== null && { row: id }) });
  return (
    <FormDialog
      form={form}
      title="Account"
      submitLabel="Send"
      onClose={onClose}
      onSubmit={async (values) => {
        await onSent(values);
        onClose();
      }}
    >
      <TextInput name="name" label="Name" />
      <PasswordInput name="key" label="Key" autoComplete="off" />
      <TextInput name="limit.rpm" label="Rate" isNumber />
      <TextInput name="limit.note" label="Note" />
    </FormDialog>
  );
}

const sent = vi.fn(async () => {});

/** As a page does that is loaded again: nothing but the tab's storage is left of the one before. */
async function openAgain({ row = stored, userId = 7, id = 5 as number | null } = {}) {
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  await renderPart(<AccountForm row={row} id={id} onSent={sent} />, { self: { id: userId } });
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const note = () => screen.queryByText(/^Unsaved changes from .+ were restored\.$/);
const retype = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
};
const kept = () => JSON.stringify({ ...sessionStorage });

beforeEach(() => {
  sessionStorage.clear();
  sent.mockReset();
  return openAgain();
});
afterEach(cleanup);

describe('a form whose page is loaded again', () => {
  it('is filled with what was typed, and says so', async () => {
    expect(note()).toBeNull();
    await retype('Name', 'acme eu');
    await openAgain();

    expect(field('Name').value).toBe('acme eu');
    expect(note()).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('dialog', { name: 'Discard unsaved changes?' })).toBeTruthy();
  });

  it('keeps no secret, and says that it has to be typed again', async () => {
    await retype('Key', 'sk-very-secret');
    await userEvent.click(screen.getByRole('button', { name: 'Show Key' }));
    await retype('Name', 'acme eu');
    await openAgain();

    expect(kept()).toContain('acme eu');
    expect(kept()).not.toContain('secret');
    expect(field('Key').value).toBe('');
    expect(screen.getByText('Passwords and keys are not kept. Enter them again.')).toBeTruthy();
  });

  it('keeps nothing when only a secret was typed', async () => {
    await retype('Key', 'sk-very-secret');
    await openAgain();
    expect(note()).toBeNull();
    expect(sessionStorage.length).toBe(0);
  });

  it('takes back what was filled in', async () => {
    await retype('Name', 'acme eu');
    await openAgain();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field('Name').value).toBe('acme');
    expect(note()).toBeNull();

    await openAgain();
    expect(field('Name').value).toBe('acme');
    expect(kept()).toBe('{}');
  });

  it('forgets what was discarded when it was closed', async () => {
    await retype('Name', 'acme eu');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await openAgain();
    expect(field('Name').value).toBe('acme');
  });

  it('forgets what was sent, and keeps what was refused', async () => {
    await retype('Name', 'acme eu');
    sent.mockRejectedValueOnce(new Error('refused'));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await openAgain();
    expect(field('Name').value).toBe('acme eu');

    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toHaveBeenLastCalledWith({ ...stored, name: 'acme eu' });
    await openAgain();
    expect(field('Name').value).toBe('acme');
    expect(kept()).toBe('{}');
  });

  it('fills in only what was changed here when others changed the row meanwhile', async () => {
    await retype('Rate', '90');
    await openAgain({ row: { name: 'theirs', key: '', limit: { rpm: 60, note: 'theirs too' } } });

    expect(screen.getByText(/^This was changed in the meantime\./)).toBeTruthy();
    expect([field('Name').value, field('Rate').value, field('Note').value]).toEqual([
      ...['theirs', '90', 'theirs too'],
    ]);
  });

  it('says nothing when the server has what was typed', async () => {
    await retype('Name', 'acme eu');
    await openAgain({ row: { ...stored, name: 'acme eu' } });
    expect(note()).toBeNull();
  });

  it('is not filled with what belongs to another account or another row', async () => {
    await retype('Name', 'acme eu');
    await openAgain({ userId: 8 });
    expect(field('Name').value).toBe('acme');
    await openAgain({ id: 6 });
    expect(field('Name').value).toBe('acme');
    await openAgain({ id: null });
    expect(field('Name').value).toBe('acme');
    await openAgain();
    expect(field('Name').value).toBe('acme eu');
  });

  it('is empty after signing out', async () => {
    await retype('Name', 'acme eu');
    forgetAllDrafts();
    await openAgain();
    expect(field('Name').value).toBe('acme');
  });

  it('keeps nothing that is too large, and survives what is no draft', async () => {
    const changes = { name: 'x'.repeat(200_001) };
    keepDraftSoon('turnpike.draft.7.account.5', () => ({
      ...{ savedAtMs: 0, startedFrom: '', hadSecret: false, changes },
    }));
    await retype('Note', 'y');
    await openAgain();
    expect(kept().length).toBeLessThan(1000);

    sessionStorage.setItem('turnpike.draft.7.account.5', '{"changes":null}');
    cleanup();
    await openAgain();
    expect(field('Name').value).toBe('acme');
  });
});
