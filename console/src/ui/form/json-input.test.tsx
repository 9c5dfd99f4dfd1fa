import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { jsonFault } from './json-fault.ts';
import { JsonInput } from './json-input.tsx';

function Subject({ onSend = () => {} }: { onSend?: (values: { rules: string }) => void }) {
  const form = useForm({ defaultValues: { rules: '' } });
  return (
    <FormProvider {...form}>
      <form onSubmit={form.handleSubmit(onSend)}>
        <JsonInput name="rules" label="Rules" example='{"a": 1}' hint="An object." />
        <button type="submit">send</button>
      </form>
    </FormProvider>
  );
}

afterEach(cleanup);

describe('a field for JSON', () => {
  it('says on which line something is wrong while it is typed', async () => {
    await renderPart(<Subject />);
    const field = screen.getByRole('textbox', { name: 'Rules' });
    expect(screen.getByText('An object.')).toBeTruthy();

    await userEvent.click(field);
    await userEvent.paste('{\n  "a": 1,\n  b\n}');
    expect(screen.getByRole('alert').textContent).toBe('Not valid JSON, see line 3.');
    expect(field.getAttribute('aria-invalid')).toBe('true');

    await userEvent.clear(field);
    await userEvent.paste('{"a": [1, true, "x"]}');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('hands over what was typed, colours aside', async () => {
    const onSend = vi.fn();
    await renderPart(<Subject onSend={(values) => onSend(values)} />);
    await userEvent.click(screen.getByRole('textbox', { name: 'Rules' }));
    await userEvent.paste('{"a": "b\\"c", "d": -1.5e3}');
    await userEvent.click(screen.getByRole('button', { name: 'send' }));
    await vi.waitFor(() => expect(onSend).toHaveBeenCalledWith({ rules: '{"a": "b\\"c", "d": -1.5e3}' }));
  });
});

describe('the line of a fault', () => {
  it.each([
    ['', undefined],
    ['{}', undefined],
    ['{"a": 1,}', 'json.invalid_line|1'],
    ['{\n"a": [1,\n2', 'json.invalid_line|3'],
  ])('of %j is %s', (text, fault) => {
    expect(jsonFault(text)).toBe(fault);
  });
});
