import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { siteStatusQuery } from '../../api/site-status.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { pastMonths } from '../../ui/date/past-months.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../ui/test/test-server.ts';
import { toastQueue } from '../../ui/toast/toast.ts';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import { InvoiceMaker } from './invoice-maker.tsx';

describe('invoices by hand', () => {
  beforeEach(() => loadTexts('setting'));
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
  });

  const [, earlier = ''] = pastMonths(2);
  const open = async (answers: Record<string, Answer>, hasInvoices = true) => {
    const asked = serve(answers);
    const { client } = await renderPart(
      <>
        <InvoiceMaker />
        <ToastHost />
      </>,
    );
    client.setQueryData(
      siteStatusQuery.queryKey,
      (status) => status && { ...status, UserInvoiceMonth: hasInvoices },
    );
    return asked;
  };
  const press = async (name: string) => {
    const user = userEvent.setup();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Invoice month' }), earlier);
    await user.click(screen.getByRole('button', { name }));
    const dialog = await screen.findByRole('dialog', { name: `Make the invoices of ${earlier}?` });
    await user.click(within(dialog).getByRole('button', { name }));
  };

  it('are made for a month after a question, and counted', async () => {
    const asked = await open({ [`POST /api/option/invoice/gen/${earlier}-01`]: { data: { count: 1234 } } });
    await press('Make invoices');
    expect(await screen.findByText('1,234 invoices made')).toBeTruthy();
    expect(asked).toHaveLength(1);
  });

  it('are made where they are missing', async () => {
    await open({ [`POST /api/option/invoice/update/${earlier}-01`]: { data: { count: 1 } } });
    await press('Make missing ones');
    expect(await screen.findByText('1 invoice made')).toBeTruthy();
  });

  it('are offered only while the site makes invoices', async () => {
    await open({}, false);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
