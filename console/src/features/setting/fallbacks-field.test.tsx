import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider } from 'react-hook-form';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { SettingField } from './setting-field.tsx';
import { settingSchema } from './setting-values.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let written = '';

function Form() {
  const form = useContractForm(settingSchema, { ModelFallbacks: '{"gpt-5":["gpt-4","o3"]}' });
  written = String(form.watch('ModelFallbacks'));
  return (
    <FormProvider {...form}>
      <SettingField option={{ key: 'ModelFallbacks' }} isChanged={false} />
      <button type="button" onClick={() => void form.trigger('ModelFallbacks')}>
        check
      </button>
    </FormProvider>
  );
}

it('edits the fallbacks of models in order, and names a loop', async () => {
  serve({ 'GET /api/available_model': { data: { 'gpt-5': {}, 'claude-opus': {}, 'all-*': {} } } });
  await loadTexts('setting');
  await renderPart(<Form />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'When no channel can serve the model' }));

  const first = within(screen.getByRole('group', { name: 'gpt-5' }));
  await user.click(first.getByRole('button', { name: 'Move o3 earlier' }));
  await user.click(first.getByRole('combobox', { name: 'Add a fallback model' }));
  const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  await waitFor(() => expect(offered()).toEqual(['claude-opus']));
  await user.click(screen.getByRole('option', { name: 'claude-opus' }));
  await user.click(first.getByRole('button', { name: 'Remove gpt-4' }));
  expect(JSON.parse(written)).toEqual({ 'gpt-5': ['o3', 'claude-opus'] });

  const adder = screen.getByRole('combobox', { name: 'Add a model with fallbacks' });
  await user.type(adder, 'o3{Enter}');
  expect(JSON.parse(written)).toEqual({ 'gpt-5': ['o3', 'claude-opus'], o3: [] });
  await user.click(screen.getByRole('button', { name: 'check' }));
  const alert = async () => (await screen.findByRole('alert')).textContent;
  expect(await alert()).toBe('“o3” needs 1 to 8 different fallback models, by their whole names.');

  const second = within(screen.getByRole('group', { name: 'o3' }));
  await user.type(second.getByRole('combobox', { name: 'Add a fallback model' }), 'gpt-5{Enter}');
  await user.click(screen.getByRole('button', { name: 'check' }));
  await waitFor(async () =>
    expect(await alert()).toBe('These fallbacks lead back to the same model: gpt-5 → o3 → gpt-5.'),
  );

  // A model that has a list already keeps it.
  await user.type(adder, 'gpt-5{Enter}');
  await user.click(screen.getByRole('button', { name: 'Remove the fallback models of o3' }));
  expect(JSON.parse(written)).toEqual({ 'gpt-5': ['o3', 'claude-opus'] });
});
