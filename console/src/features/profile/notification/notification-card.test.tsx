import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type NotificationTargetView, type NotificationView, role } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../../i18n/i18n.ts';
import { renderPart } from '../../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../../ui/test/test-server.ts';
import { NotificationCard } from './notification-card.tsx';

const TARGETS = '/api/notification/target/';
const target: NotificationTargetView = {
  ...{ id: 3, type: 'gotify', name: 'Phone', kinds: ['low_balance'], enabled: true, allow_private: false },
  ...{ quiet_from: 22 * 60, quiet_to: 7 * 60, time_zone: 'Asia/Tokyo', secrets: ['token'] },
  ...{ config: { server: 'https://gotify.test' }, state: 'failed', last_answer: '500 down' },
  last_time: 1_800_000_000,
};
const event: NotificationView = {
  ...{ id: 9, kind: 'low_balance', created_time: 1_800_000_000, title: 'Your balance is low', link: '' },
  text: 'It is down to $1.00.',
  deliveries: [
    {
      ...{ target_id: 3, target_name: 'Phone', state: 'failed', attempts: 8, next_try_at: 0 },
      last_error: '500 down',
    },
  ],
};

async function draw(answers: Record<string, Answer>, roleNumber: number = role.common) {
  const sent = serve({
    [`GET ${TARGETS}`]: { data: [target] },
    'GET /api/notification/': { data: { data: [event], has_more: false } },
    ...answers,
  });
  await loadTexts('profile');
  await renderPart(<NotificationCard />, { self: { id: 1, username: 'ann', role: roleNumber } });
  return sent;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the notifications of an account', () => {
  it('show at which target nothing arrives, and what came of the last events', async () => {
    await draw({});
    expect(await screen.findByText('Failing for a day')).toBeTruthy();
    const events = await screen.findByRole('list', { name: 'Recent events' });
    expect(within(events).getByText('Phone: given up')).toBeTruthy();
    expect(within(events).getByText(/down to \$1\.00/)).toBeTruthy();
  });

  it('are added with the fields of the chosen service, after a test', async () => {
    const sent = await draw({
      [`POST ${TARGETS}`]: { data: target },
      'POST /api/notification/target/test': { data: { sent: false, answer: '404 no_service' } },
    });
    await press('Add target');
    const dialog = screen.getByRole('dialog');
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Service' }), 'Slack');
    await press('Send test message');
    expect(within(dialog).getByLabelText('Webhook URL').getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(within(dialog).getByLabelText('Webhook URL'), 'https://hooks.slack.com/x');
    await press('Send test message');
    expect(await within(dialog).findByText('Not sent: 404 no_service')).toBeTruthy();

    await userEvent.type(within(dialog).getByLabelText('Name'), 'Team');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Balance is low' }));
    expect(within(dialog).queryByRole('checkbox', { name: 'Prices changed' })).toBeNull();
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Quiet hours/ }), '22:00-07:30');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add target' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.at(-1)).toMatchObject({
      call: `POST ${TARGETS}`,
      body: {
        ...{ type: 'slack', name: 'Team', kinds: ['low_balance'], quiet_from: 1320, quiet_to: 450 },
        config: { url: 'https://hooks.slack.com/x' },
      },
    });
  });

  it('keep a stored secret, and show where the server needs it again', async () => {
    const fields = [{ field: 'config.token', code: 'too_small' }];
    const sent = await draw({ [`PUT ${TARGETS}`]: { code: 'request.invalid', fields } }, role.admin);
    await press('Edit Phone');
    const dialog = screen.getByRole('dialog', { name: 'Edit target Phone' });
    expect(within(dialog).getByText(/Stored; enter a new one/)).toBeTruthy();
    expect(within(dialog).getByRole('textbox', { name: /Quiet hours/ })).toHaveProperty(
      'value',
      '22:00-07:00',
    );
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'A channel was disabled' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save target' }));
    await vi.waitFor(() =>
      expect(within(dialog).getByLabelText('Token').getAttribute('aria-invalid')).toBe('true'),
    );
    expect(sent[0]?.body).toMatchObject({ id: 3, kinds: ['low_balance', 'channel_disabled'] });
    expect(sent[0]?.body).not.toHaveProperty('type');
  });
});
