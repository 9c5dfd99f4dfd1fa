import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { renderPart } from '../test/test-screen.tsx';
import { FormDialog } from './form-dialog.tsx';
import { FormDrawer } from './form-drawer.tsx';
import { ListInput } from './list-input.tsx';
import { SelectInput } from './select-input.tsx';
import { TextInput } from './text-input.tsx';
import { useContractForm } from './use-contract-form.ts';

const shape = z.object({ kind: z.string(), names: z.array(z.string()), name: z.string(), note: z.string() });
const choices = [{ value: 'a', label: 'A' }];

interface OpenFormProps {
  frame: 'dialog' | 'drawer';
  names?: string[];
  children: ReactNode;
}

function OpenForm({ frame, names = [], children }: OpenFormProps) {
  const form = useContractForm(shape, { kind: 'a', names, name: 'old', note: '' });
  const Frame = frame === 'dialog' ? FormDialog : FormDrawer;
  return (
    <Frame form={form} title="Form" submitLabel="Send" onClose={vi.fn()} onSubmit={vi.fn()}>
      {children}
    </Frame>
  );
}

const fields = (
  <>
    <SelectInput name="kind" label="Kind" choices={choices} />
    <TextInput name="name" label="Name" />
    <TextInput name="note" label="Note" />
  </>
);

afterEach(cleanup);

describe('the focus of a form that opens', () => {
  it.each(['dialog', 'drawer'] as const)('is in the first field to type in (%s)', async (frame) => {
    await renderPart(<OpenForm frame={frame}>{fields}</OpenForm>);
    await userEvent.keyboard('new');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('new');
  });

  it('comes to fields whose code comes later', async () => {
    const code = Promise.withResolvers<{ default: ComponentType }>();
    const Late = lazy(() => code.promise);
    await renderPart(
      <OpenForm frame="drawer">
        <Suspense>
          <Late />
        </Suspense>
      </OpenForm>,
    );
    code.resolve({ default: () => fields });
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await vi.waitFor(() => expect(document.activeElement).toBe(name));
  });

  it('passes over a list that has names, and stays where a field takes it', async () => {
    await renderPart(
      <OpenForm frame="drawer" names={['gpt-5']}>
        <ListInput name="names" label="Names" options={[]} isFree isList />
        {fields}
      </OpenForm>,
    );
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));

    cleanup();
    await renderPart(
      <OpenForm frame="dialog">
        <TextInput name="name" label="Name" />
        <TextInput name="note" label="Note" autoFocus />
      </OpenForm>,
    );
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note' }));
  });

  it('is in a choice where there is nothing to type', async () => {
    await renderPart(
      <OpenForm frame="dialog">
        <SelectInput name="kind" label="Kind" choices={choices} />
      </OpenForm>,
    );
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Kind' }));
  });
});
