import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type PaymentView, role } from '@turnpike/contract';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../../ui/test/test-server.ts';
import { GatewayForm } from './gateway-form.tsx';

const gateway: PaymentView = {
  ...{ id: 5, uuid: 'abc', type: 'epay', name: 'Main', icon: '', notify_domain: '', currency: 'CNY' },
  ...{ rate: 0, fixed_fee: 0, percent_fee: 0.05, min_amount: 0, max_amount: 0, open_hours: '' },
  ...{ sandbox: false, allow_private: false, sort: 0, enable: true },
  config: { version: 'v1', pay_domain: 'https://pay.example', partner_id: '1001', pay_type: 'usdt.trc20' },
  secrets: ['key'],
  notify_url: 'https://site.example/api/payment/notify/abc',
  ...{ created_at: 1_800_000_000, etag: '"e1"' },
};

async function openForm(
  id: string,
  { answers = {}, roleNumber = role.root }: { answers?: Record<string, Answer>; roleNumber?: number } = {},
) {
  const sent = serve({ 'GET /api/payment/5': { data: gateway }, ...answers });
  const onClose = vi.fn();
  await renderPart(
    <Suspense>
      <GatewayForm id={id} onClose={onClose} />
    </Suspense>,
    { self: { id: 1, username: 'ann', role: roleNumber } },
  );
  await screen.findByRole('textbox', { name: 'Name' });
  return { sent, onClose };
}

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const choose = (name: string, option: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name }), option);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the form of a payment gateway', () => {
  it('has the fields that the catalogue names for the chosen version', async () => {
    await openForm('new');
    expect(screen.getByLabelText('Merchant key')).toBeTruthy();
    expect(screen.queryByLabelText('Merchant private key')).toBeNull();

    await choose('API version', 'V2 (RSA keys)');

    expect(screen.queryByLabelText('Merchant key')).toBeNull();
    expect(screen.getByLabelText('Merchant private key')).toBeTruthy();
    expect(screen.getByLabelText('Platform public key')).toBeTruthy();
  });

  it('names the required fields that are empty, and sends nothing', async () => {
    const { sent } = await openForm('new');
    await press('Create gateway');

    await vi.waitFor(() =>
      expect(screen.getByLabelText('Merchant key').getAttribute('aria-invalid')).toBe('true'),
    );
    expect(field('Merchant ID').getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
  });

  it('creates a gateway with a percentage, and shows why the payment company refuses it', async () => {
    const message = 'The payment gateway refused. The provider said: wrong key.';
    const { sent, onClose } = await openForm('new', {
      answers: { 'POST /api/payment/': { status: 502, code: 'payment.check_failed', message } },
    });
    await userEvent.type(field('Name'), 'Main');
    await userEvent.type(field('Payment address'), 'https://pay.example');
    await userEvent.type(field('Merchant ID'), '1001');
    await userEvent.type(screen.getByLabelText('Merchant key'), 'secret');
    await choose('Fee', 'Percentage');
    const percent = field('Fee in percent');
    await userEvent.clear(percent);
    await userEvent.type(percent, '2.5');
    await press('Create gateway');

    expect(await screen.findByText(/wrong key/)).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    expect(sent[0]?.body).toMatchObject({
      ...{ type: 'epay', name: 'Main', currency: 'CNY', percent_fee: 0.025, fixed_fee: 0 },
      config: { version: 'v1', pay_domain: 'https://pay.example', partner_id: '1001', key: 'secret' },
    });
  });

  it('sends what was changed alone, so that a stored secret stays', async () => {
    const { sent, onClose } = await openForm('5', { answers: { 'PUT /api/payment/': { data: gateway } } });
    expect(screen.getByText(/Stored; enter a new one to replace it/)).toBeTruthy();
    expect(field('Payment method (other)')).toHaveProperty('value', 'usdt.trc20');
    expect(screen.getByText(gateway.notify_url)).toBeTruthy();
    const name = field('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Other');
    await press('Save');

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toEqual([
      { call: 'PUT /api/payment/', body: { id: 5, name: 'Other' }, ifMatch: gateway.etag },
    ]);
  });

  it('shows the account to administrators, who change the rest', async () => {
    const { sent, onClose } = await openForm('5', {
      roleNumber: role.admin,
      answers: { 'PUT /api/payment/': { data: gateway } },
    });
    expect(screen.getByText(/Only root can change the account/)).toBeTruthy();
    expect(screen.queryByLabelText('Merchant key')).toBeNull();
    expect(screen.getByText('1001')).toBeTruthy();
    expect(screen.getByText('Stored')).toBeTruthy();
    await choose('Fee', 'None');
    await press('Save');

    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent[0]?.body).toEqual({ id: 5, percent_fee: 0 });
  });
});
