import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ChatLink, defaultChatLinks } from '@turnpike/contract';
import { FormProvider } from 'react-hook-form';
import { afterEach, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { ChatLinksField } from './chat-links-field.tsx';
import { settingSchema } from './setting-values.ts';

afterEach(cleanup);

let written = '';

function Form() {
  const form = useContractForm(settingSchema, { ChatLinks: JSON.stringify(defaultChatLinks) });
  written = String(form.watch('ChatLinks'));
  return (
    <FormProvider {...form}>
      <ChatLinksField name="ChatLinks" label="Chat links" />
      <button type="button" onClick={() => void form.trigger('ChatLinks')}>
        check
      </button>
    </FormProvider>
  );
}

const links = (): ChatLink[] => JSON.parse(written);
const names = () =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Name' }).map(({ value }) => value);

it('lists the links in the order of the menu and writes them as the text that is stored', async () => {
  await loadTexts('setting');
  await renderPart(<Form />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Chat links' }));
  expect(names()).toEqual(['OpenCat', 'AMA', 'chatgpt-web-midjourney-proxy', 'ChatGPT Next']);

  await user.click(screen.getByRole('button', { name: 'Move link 3 up' }));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move link 2 up');
  await user.keyboard('{Enter}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move link 1 down');
  await user.click(screen.getByRole('button', { name: 'Remove link 2' }));
  await user.click(screen.getByRole('button', { name: 'Add link' }));
  const added = within(screen.getByRole('group', { name: 'Link 4' }));
  await user.type(added.getByRole('textbox', { name: 'Name' }), 'App');
  await user.type(added.getByRole('textbox', { name: 'Link' }), 'app');
  await user.click(added.getByRole('switch'));

  expect(links().map(({ name, sort }) => [name, sort])).toEqual([
    ['chatgpt-web-midjourney-proxy', 4],
    ['AMA', 3],
    ['ChatGPT Next', 2],
    ['App', 1],
  ]);
  expect(links()[3]).toEqual({ name: 'App', url: 'app', show: false, sort: 1 });

  await user.click(screen.getByRole('button', { name: 'check' }));
  const url = added.getByRole('textbox', { name: 'Link' });
  await screen.findByRole('alert');
  expect(url.getAttribute('aria-invalid')).toBe('true');
});
