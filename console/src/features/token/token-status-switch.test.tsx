import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type TokenView, tokenStatus } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { toastQueue } from '../../ui/toast/toast.ts';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import { TokenStatusSwitch } from './token-status-switch.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
});

describe("a key's switch", () => {
  it('disables the key, and enables it again when that is taken back', async () => {
    const user = userEvent.setup();
    const asked = serve({ 'PUT /api/token/': {} });
    await loadTexts('token');
    const token = { id: 4, name: 'laptop', status: tokenStatus.enabled } as TokenView;
    await renderPart(
      <>
        <TokenStatusSwitch token={token} />
        <ToastHost />
      </>,
    );

    await user.click(await screen.findByRole('switch', { name: /laptop/ }));
    await screen.findByText('laptop disabled');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    const call = 'PUT /api/token/';
    expect(asked).toEqual([
      { call, query: 'status_only=true', body: { id: 4, status: tokenStatus.disabled } },
      { call, query: 'status_only=true', body: { id: 4, status: tokenStatus.enabled } },
    ]);
  });
});
