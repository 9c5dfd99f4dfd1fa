import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import { renderPart } from '../test/test-screen.tsx';
import { FormDialog } from './form-dialog.tsx';
import { ListInput } from './list-input.tsx';
import { useContractForm } from './use-contract-form.ts';

function Subject({ onSubmit }: { onSubmit: () => Promise<unknown> }) {
  const form = useContractForm(z.object({ models: z.string() }), { models: 'a,b' });
  return (
    <FormDialog form={form} title="Form" submitLabel="Send" onClose={vi.fn()} onSubmit={onSubmit}>
      <ListInput name="models" label="Models" options={[]} isFree />
    </FormDialog>
  );
}

afterEach(cleanup);

it('shows at the field what the server refuses in one of its names', async () => {
  const fields = [{ field: 'models.1', code: 'too_big' }];
  const refused = new ApiError({ code: 'request.invalid', status: 400, fields });
  await renderPart(<Subject onSubmit={() => Promise.reject(refused)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Too large or too long.');
});

it('sends once when it is submitted twice before it is drawn again', async () => {
  const onSubmit = vi.fn(() => new Promise(() => {}));
  await renderPart(<Subject onSubmit={onSubmit} />);
  const form = screen.getByRole('combobox').closest('form') as HTMLFormElement;
  fireEvent.submit(form);
  fireEvent.submit(form);
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(onSubmit).toHaveBeenCalledTimes(1);
});
