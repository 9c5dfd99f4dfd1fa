import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../ui/test/test-server.ts';
import TelegramPage from './telegram-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = {
  ...{ id: 3, command: 'price', description: 'Prices', parse_mode: 'HTML' },
  ...{ reply_message: '<b>Prices</b>', etag: 'e1' },
};
const STATUS = 'GET /api/option/telegram/status';

async function open(answers: Record<string, Answer>, address = '/panel/telegram') {
  const asked = serve({
    'GET /api/option/telegram/': { data: { data: [row], page: 1, size: 10, total_count: 1 } },
    'GET /api/option/telegram/3': { data: row },
    [STATUS]: { data: { status: true, is_webhook: false } },
    ...answers,
  });
  await loadTexts('telegram');
  await renderPart(
    <Suspense>
      <TelegramPage />
    </Suspense>,
    { address },
  );
  return asked;
}

it.each([
  [{ status: true, is_webhook: true }, 'Online (webhook)'],
  [{ status: true, is_webhook: false }, 'Online (polling)'],
])('shows how the bot runs, and reloads its commands: %o', async (data, shown) => {
  const asked = await open({ [STATUS]: { data }, 'PUT /api/option/telegram/reload': {} });
  expect(await screen.findByText(shown)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(asked).toEqual([{ call: 'PUT /api/option/telegram/reload', body: null }]);
});

it('leads to the settings of a bot that does not run', async () => {
  await open({ [STATUS]: { data: { status: false, is_webhook: false } } });
  const link = await screen.findByRole('link', { name: 'Open the bot settings' });
  expect(link.getAttribute('href')).toBe('/panel/setting#telegramBot');
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
});

it('adds a command, whose fields are all required', async () => {
  const asked = await open({ 'POST /api/option/telegram/': { data: row } }, '/panel/telegram?open=new');
  const dialog = await screen.findByRole('dialog', { name: 'Add command' });
  const add = within(dialog).getByRole('button', { name: 'Add command' });
  await userEvent.click(add);
  expect(within(dialog).getAllByText('Required.')).toHaveLength(3);

  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Command' }), 'price');
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Description' }), 'Prices');
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reply' }), 'See here');
  await userEvent.click(add);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toEqual({
    call: 'POST /api/option/telegram/',
    body: {
      ...{ command: 'price', description: 'Prices', parse_mode: 'MarkdownV2', reply_message: 'See here' },
    },
  });
});

it('changes a command as it was read', async () => {
  const asked = await open({ 'POST /api/option/telegram/': { data: row } }, '/panel/telegram?open=3');
  const dialog = await screen.findByRole('dialog', { name: 'Edit /price' });
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Description' }), '!');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ ifMatch: 'e1', body: { id: 3, description: 'Prices!' } });
});

it('deletes a command after a confirmation', async () => {
  const asked = await open({ 'DELETE /api/option/telegram/3': {} });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for /price' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete /price?' });
  expect(asked).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await vi.waitFor(() => expect(asked).toEqual([{ call: 'DELETE /api/option/telegram/3', body: null }]));
});
