import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import { RejectedCharges } from './rejected-charges.tsx';

const charge = {
  ...{ id: 1, created_time: 1_800_000_000, user_id: 3, token_id: 4, request_id: 'req_5000' },
  ...{ username: 'ann', token_name: 'laptop', model_name: 'gpt-4o', quota: 500_000 },
  reason: 'CHECK constraint failed: quota >= 0',
};
const pageOf = (data: object[]) => ({ data: { data, page: 1, size: 100, total_count: data.length } });

describe('charges that the database refused', () => {
  beforeEach(() => loadTexts('log'));
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  const open = () =>
    renderPart(
      <>
        <RejectedCharges />
        <ToastHost />
      </>,
    );

  it('are told, shown with their reason, and written again', async () => {
    let rejected = [charge];
    const asked = serve({
      'GET /api/settlement/rejected': () => pageOf(rejected),
      'POST /api/settlement/rejected/retry': () => {
        rejected = [];
        return { data: { written: 1, failed: 0 } };
      },
    });
    await open();
    const user = userEvent.setup();
    expect((await screen.findByRole('alert')).textContent).toContain('1 charge could not be recorded');

    await user.click(screen.getByRole('button', { name: 'Show' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rejected charges' });
    for (const text of ['ann', 'laptop', 'gpt-4o', '$1', charge.reason]) {
      expect(dialog.textContent).toContain(text);
    }
    await user.click(within(dialog).getByRole('button', { name: 'Retry' }));

    expect(await screen.findByText('Recorded: 1')).toBeTruthy();
    expect(asked).toMatchObject([{ call: 'POST /api/settlement/rejected/retry' }]);
    expect(screen.queryByText(/could not be recorded/)).toBeNull();
  });
});
