import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../ui/test/test-server.ts';
import { TelegramRow } from './telegram-row.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const GET = 'GET /api/user/telegram';
const CODE = 'POST /api/user/telegram/code';
const issued = { code: 'c0de', link: 'https://t.me/TollBot?start=c0de', expires_time: 2_000_000_000 };

async function draw(answers: Record<string, Answer | (() => Answer)>) {
  const asked = serve(answers);
  await loadTexts('profile');
  await renderPart(<TelegramRow />);
  return asked;
}

it('shows the code as a link, a picture and a message until the bot has it', async () => {
  let linked = false;
  await draw({
    [GET]: () => ({ data: { linked, created_time: linked ? 1 : 0 } }),
    [CODE]: { data: issued },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Link' }));
  const dialog = await screen.findByRole('dialog', { name: 'Link the Telegram bot' });
  const link = await within(dialog).findByRole('link', { name: 'Open Telegram' });
  expect(link.getAttribute('href')).toBe(issued.link);
  expect(within(dialog).getByRole('img', { name: 'QR code of the link to the bot' })).toBeTruthy();
  expect(within(dialog).getByText('/bind c0de')).toBeTruthy();

  linked = true;
  await within(dialog).findByText('Your account is linked to the bot.', {}, { timeout: 4000 });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('button', { name: 'Unlink bot' })).toBeTruthy();
});

it('says why there is no code', async () => {
  await draw({
    [GET]: { data: { linked: false, created_time: 0 } },
    [CODE]: { status: 409, code: 'telegram.not_running' },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Link' }));
  expect(await screen.findByText(/The Telegram bot is not running/)).toBeTruthy();
});

it('unlinks after a confirmation', async () => {
  const asked = await draw({
    [GET]: { data: { linked: true, created_time: 1_800_000_000 } },
    'DELETE /api/user/telegram': {},
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink bot' }));
  expect(asked).toEqual([]);
  const dialog = await screen.findByRole('dialog', { name: 'Unlink the Telegram bot?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Unlink bot' }));
  await vi.waitFor(() => expect(asked).toEqual([{ call: 'DELETE /api/user/telegram', body: null }]));
});
