import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { renderPart } from '../test/test-screen.tsx';
import { toastQueue } from '../toast/toast.ts';
import { ToastHost } from '../toast/toast-host.tsx';
import { CopyButton } from './copy-button.tsx';

afterEach(() => {
  cleanup();
  for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
});

it.each([
  ['en_US', 'API key copied'],
  ['zh_CN', '已复制令牌'],
] as const)('says what was copied in %s', async (language, text) => {
  const user = userEvent.setup();
  await renderPart(
    <>
      <CopyButton text="sk-1" thing="key" label="the key" />
      <ToastHost />
    </>,
  );
  await chooseLanguage(language);
  await user.click(await screen.findByRole('button', { name: 'the key' }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('sk-1');
  await chooseLanguage('en_US');
});
