import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { tokenCalls } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { useChange } from '../list/entity-mutations.ts';
import { entityQueries } from '../list/entity-queries.ts';
import { renderPart } from '../test/test-screen.tsx';
import { type Answer, serve } from '../test/test-server.ts';
import { toastQueue } from '../toast/toast.ts';
import { ToastHost } from '../toast/toast-host.tsx';
import { EntityForm } from './entity-form.tsx';
import { SaveForm } from './save-form.tsx';
import { TextInput } from './text-input.tsx';

const things = entityQueries('thing', tokenCalls);

function ThingForm({ id, onClose }: { id: string; onClose: () => void }) {
  const change = useChange(things);
  return (
    <EntityForm id={id} onClose={onClose} query={things.oneQuery} title="Thing" fresh={<p>A new thing</p>}>
      {({ id, name, etag }) => (
        <SaveForm
          schema={z.object({ name: z.string() })}
          values={{ name }}
          title="Edit thing"
          save={(values) => change.mutateAsync({ ...values, id, etag })}
          saved={(_, values) => `Saved ${values.name}`}
          onClose={onClose}
        >
          <TextInput name="name" label="Name" />
        </SaveForm>
      )}
    </EntityForm>
  );
}

async function openForm(id: string, answers: Record<string, Answer> = {}) {
  const asked = serve({ 'GET /api/token/7': { data: { id: 7, name: 'old', etag: '"7"' } }, ...answers });
  const onClose = vi.fn();
  await renderPart(
    <>
      <ThingForm id={id} onClose={onClose} />
      <ToastHost />
    </>,
  );
  return { asked, onClose };
}

const save = async (name: string) => {
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await userEvent.clear(field);
  await userEvent.type(field, name);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
});

describe('the form that an address names', () => {
  it('is that of a new row', async () => {
    await openForm('new');
    expect(screen.getByText('A new thing')).toBeTruthy();
  });

  it('saves what was changed of the row that was read, says so and closes', async () => {
    const { asked, onClose } = await openForm('7', { 'PUT /api/token/': { data: {} } });
    await save('new');
    expect(await screen.findByText('Saved new')).toBeTruthy();
    expect(onClose).toHaveBeenCalledOnce();
    expect(asked).toEqual([{ call: 'PUT /api/token/', body: { name: 'new', id: 7 }, ifMatch: '"7"' }]);
  });

  it('stays with what was typed when the server refuses', async () => {
    const { onClose } = await openForm('7', { 'PUT /api/token/': { status: 400, code: 'request.invalid' } });
    await save('wrong');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('wrong');
    expect(onClose).not.toHaveBeenCalled();
    expect(toastQueue.shown()).toEqual([]);
  });
});
