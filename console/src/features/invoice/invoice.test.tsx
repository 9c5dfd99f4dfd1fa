import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { role } from '@turnpike/contract';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { toastQueue } from '../../ui/toast/toast.ts';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import InvoicePage from './invoice-page.tsx';

const invoice = {
  ...{ id: 5, name: '202610-3', date: '2026-10-01', status: 'unpaid', time_zone: 'Asia/Shanghai' },
  ...{ request_count: 1200, quota: 617_284, prompt_tokens: 2_345_678, completion_tokens: 12_345 },
  ...{ request_time: 65_432, opening: 1_000_000, credits: 500_000, closing: 882_716 },
  ...{ created_at: 1_800_000_000, paid_at: 0, paid_note: '' },
};
const owned = { ...invoice, user_id: 3, username: 'ann', email: 'ann@example.com' };
const line = {
  ...{ date: '2026-10-01', model_name: 'gpt-5', request_count: 1200, quota: 617_000 },
  ...{ prompt_tokens: 2_345_678, completion_tokens: 12_345, request_time: 65_432 },
};
const other = { ...line, model_name: '', quota: 284, request_count: 0, prompt_tokens: 0, request_time: 0 };
const pageOf = (data: object[]) => ({
  data: { data, page: 1, size: 30, total_count: data.length, next_cursor: null },
});

describe('invoices', () => {
  beforeEach(() => loadTexts('invoice'));
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
  });

  const open = (address: string, self: object = { id: 3, username: 'ann', role: role.common }) =>
    renderPart(
      <>
        <Routes>
          <Route path="/panel/invoice" element={<InvoicePage />} />
          <Route path="/panel/invoice/detail/:month" element={<InvoicePage />} />
        </Routes>
        <ToastHost />
      </>,
      { address, self },
    );

  it('are listed by month and lead to their sheets', async () => {
    serve({ 'GET /api/user/invoice': pageOf([invoice]) });
    await open('/panel/invoice');
    const row = within(await screen.findByRole('row', { name: /2026-10/ }));
    for (const text of ['202610-3', 'Unpaid', '$1.234568', '2.35M / 12.3K', '1,200', '65.432']) {
      expect(row.getByText(text)).toBeTruthy();
    }
    expect(row.getByRole('link', { name: 'View invoice 202610-3' }).getAttribute('href')).toBe(
      '/panel/invoice/detail/2026-10',
    );
    expect(
      screen.getByText('Made on the 1st of each month (Asia/Shanghai) for the month before.'),
    ).toBeTruthy();
  });

  it('have an empty state', async () => {
    serve({ 'GET /api/user/invoice': pageOf([]) });
    await open('/panel/invoice');
    expect(await screen.findByText('No invoices yet')).toBeTruthy();
  });

  it('show balances, usage, models and the total on a sheet', async () => {
    serve({
      'GET /api/user/invoice/month': { data: owned },
      'GET /api/user/invoice/detail': { data: [line, other] },
    });
    await open('/panel/invoice/detail/2026-10');
    expect(await screen.findByText('#202610-3')).toBeTruthy();
    for (const text of [
      'ann@example.com',
      '2026-10 (Asia/Shanghai)',
      '$2.000000',
      '+$1.000000',
      '$1.765432',
    ]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    const models = within(screen.getByRole('table', { name: 'Usage by model' }));
    expect(
      models.getByRole('row', { name: /^gpt-5 2,345,678 12,345 1,200 65\.432 \$1\.234000/ }),
    ).toBeTruthy();
    expect(models.getByRole('row', { name: /^Other charges/ })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
      '/api/user/invoice/export?date=2026-10-01',
    );
    expect(screen.getByRole('link', { name: 'PDF' }).getAttribute('href')).toBe(
      '/api/user/invoice/pdf?date=2026-10-01&language=en_US',
    );
  });

  it('are those of all users for administrators, who mark them as paid with a reason', async () => {
    const user = userEvent.setup();
    const asked = serve({
      'GET /api/user/invoice': pageOf([]),
      'GET /api/invoice/': pageOf([owned]),
      'POST /api/invoice/5/paid': { data: { ...owned, status: 'paid' } },
      'GET /api/invoice/5': { data: { ...owned, lines: [line] } },
    });
    await open('/panel/invoice', { id: 1, username: 'root', role: role.root });
    await user.click(await screen.findByRole('tab', { name: 'All users' }));
    const row = within(await screen.findByRole('row', { name: /2026-10/ }));
    expect(row.getByRole('link', { name: 'ann' }).getAttribute('href')).toBe('/panel/user?open=3');
    await user.click(row.getByRole('button', { name: 'Actions for 202610-3' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mark as paid' }));
    const form = within(await screen.findByRole('dialog', { name: 'Mark 202610-3 as paid' }));
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'by bank');
    await user.click(form.getByRole('button', { name: 'Mark as paid' }));
    expect(await screen.findByText('202610-3 marked as paid')).toBeTruthy();
    expect(asked).toMatchObject([{ call: 'POST /api/invoice/5/paid', body: { reason: 'by bank' } }]);

    await user.click(screen.getByRole('link', { name: '2026-10' }));
    expect(await screen.findByText('ann@example.com')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'PDF' }).getAttribute('href')).toBe(
      '/api/invoice/5/pdf?language=en_US',
    );
    expect(screen.queryByRole('link', { name: 'CSV' })).toBeNull();
  });

  it('lead back to the list with a toast where there is none', async () => {
    serve({
      'GET /api/user/invoice': pageOf([]),
      'GET /api/user/invoice/month': { code: 'entry.not_found', status: 404 },
      'GET /api/user/invoice/detail': { code: 'entry.not_found', status: 404 },
    });
    await open('/panel/invoice/detail/2026-10');
    expect(await screen.findByText('No invoices yet')).toBeTruthy();
    expect(await screen.findByRole('alert')).toBeTruthy();
  });
});
