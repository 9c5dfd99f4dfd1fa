import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defaultChatLinks, shownChatLinks, type TokenView } from '@turnpike/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { TokenActions } from './token-actions.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('opens a chat app with the key and the address of the site', async () => {
  const opened: string[] = [];
  vi.stubGlobal('open', (address: string) => void opened.push(address));
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, message: '', data: { key: 'sk-secret' } }),
  );
  const apps = shownChatLinks(JSON.stringify(defaultChatLinks), 'https://chat.example');
  const token = { id: 7, name: 'bot' } as TokenView;
  await renderPart(<TokenActions token={token} apps={apps} onEdit={vi.fn()} onReveal={vi.fn()} />);
  await loadTexts('token');
  const user = userEvent.setup();

  await user.click(await screen.findByRole('button', { name: 'Actions for bot' }));
  expect(screen.queryByRole('menuitem', { name: 'Open in AMA' })).toBeNull();
  expect(screen.getAllByRole('menuitem', { name: /^Open in/ })[0]?.textContent).toBe('Open in chat.example');
  await user.click(await screen.findByRole('menuitem', { name: 'Open in ChatGPT Next' }));

  const server = encodeURIComponent(window.location.origin);
  await waitFor(() =>
    expect(opened).toEqual([`https://app.nextchat.dev/#/?settings={"key":"sk-secret","url":"${server}"}`]),
  );
});
