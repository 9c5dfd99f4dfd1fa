import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { ListInput } from './list-input.tsx';

function Names({ isFree, value }: { isFree: boolean; value: string }) {
  const form = useForm({ defaultValues: { names: value } });
  return (
    <FormProvider {...form}>
      <ListInput name="names" label="Names" options={['ann', 'bob', 'bea']} isFree={isFree} />
      <output>{form.watch('names')}</output>
    </FormProvider>
  );
}

async function openField({ isFree = false, value = '' } = {}) {
  await renderPart(<Names isFree={isFree} value={value} />);
  const field = await screen.findByRole('combobox', { name: 'Names' });
  await userEvent.click(field);
  return field;
}
const names = () => screen.getByRole('status').textContent;
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

afterEach(cleanup);

describe('a field of several names', () => {
  it('offers what fits and is not chosen yet, by keyboard', async () => {
    await openField({ value: 'ann' });
    expect(offered()).toEqual(['bob', 'bea']);
    await userEvent.keyboard('be{ArrowDown}');
    expect(offered()).toEqual(['bea']);
    await userEvent.keyboard('{Enter}');
    expect(names()).toBe('ann,bea');
    expect(offered()).toEqual(['bob']);

    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(names()).toBe('ann,bea');
  });

  it('takes a name by a press, and gives one up by its cross, Backspace or all by the field’s', async () => {
    await openField({ value: 'ann' });
    await userEvent.click(screen.getByRole('option', { name: 'bob' }));
    expect(names()).toBe('ann,bob');
    await userEvent.keyboard('{Backspace}');
    expect(names()).toBe('ann');

    await userEvent.click(screen.getByRole('button', { name: 'ann' }).querySelector('svg') as Element);
    expect(names()).toBe('');
    await userEvent.click(screen.getByRole('option', { name: 'bea' }));
    await userEvent.click(screen.getByLabelText('Clear Names'));
    expect(names()).toBe('');
  });

  it('reaches a chosen name by arrow keys and takes it out by Delete', async () => {
    await openField({ value: 'ann,bob' });
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'ann' }));
    await userEvent.keyboard('{Delete}');
    expect(names()).toBe('bob');
  });

  it('takes other names only where they are allowed', async () => {
    await openField({ isFree: true });
    await userEvent.keyboard('new one, ann{Enter}');
    expect(names()).toBe('new one,ann');
    await userEvent.keyboard('left');
    await userEvent.tab();
    expect(names()).toBe('new one,ann,left');

    cleanup();
    await openField();
    await userEvent.keyboard('new one{Enter}');
    expect(names()).toBe('');
  });
});
