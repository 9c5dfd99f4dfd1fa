import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { toastQueue } from '../../ui/toast/toast.ts';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import UserGroupPage from './user-group-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
});

describe("a group's switch", () => {
  it('turns the group off, and on again when that is taken back', async () => {
    const user = userEvent.setup();
    const vip = {
      id: 3,
      symbol: 'vip',
      name: 'VIP',
      ratio: 1,
      api_rate: 60,
      public: true,
      enable: true,
      strategy: 'least_busy',
      budgets: [],
    };
    const asked = serve({
      'GET /api/user_group/': () => ({
        data: {
          ...{ page: 1, size: 30, total_count: 1 },
          data: [{ ...vip, user_count: 0, token_count: 0, channel_count: 1 }],
        },
      }),
      'PUT /api/user_group/enable/3': () => {
        vip.enable = !vip.enable;
        return {};
      },
    });
    await loadTexts('user-group');
    await renderPart(
      <>
        <UserGroupPage />
        <ToastHost />
      </>,
    );
    expect(await screen.findByText('Least busy')).toBeTruthy();
    const row = () => screen.findByRole<HTMLInputElement>('switch', { name: /VIP/ });

    await user.click(await row());
    await screen.findByText('VIP disabled');
    expect((await row()).checked).toBe(false);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    expect((await row()).checked).toBe(true);
    expect(asked.map(({ call }) => call)).toEqual(Array(2).fill('PUT /api/user_group/enable/3'));
    expect(vip.enable).toBe(true);
  });
});
