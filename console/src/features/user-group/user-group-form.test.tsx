import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { UserGroupForm } from './user-group-form.tsx';

const CHANGED = { status: 412, code: 'request.changed_meanwhile' };
const group = {
  ...{ id: 3, symbol: 'vip', name: 'VIP', ratio: 1, api_rate: 60, public: false, enable: true },
  ...{ strategy: 'weight', hedge_seconds: 0, hedge_percent: 5 },
  budgets: [],
};

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('keeps what was typed when somebody else changed the group, and saves it over the present state', async () => {
  let present = { ...group, etag: '"1"' };
  const asked = serve({
    'GET /api/user_group/3': () => ({ data: present }),
    'PUT /api/user_group/': () => (asked.at(-1)?.ifMatch === present.etag ? { data: present } : CHANGED),
  });
  const onClose = vi.fn();
  await renderPart(
    <Suspense>
      <UserGroupForm id="3" onClose={onClose} />
    </Suspense>,
    { self: { id: 1, role: 100 } },
  );
  const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const save = async () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.clear(await name());
  await userEvent.type(await name(), 'Mine');
  present = { ...group, name: 'Theirs', api_rate: 90, etag: '"2"' };
  await save();

  expect(
    await screen.findByText('Someone else changed this in the meantime. Nothing was saved.'),
  ).toBeTruthy();
  expect((await name()).value).toBe('Mine');
  expect(onClose).not.toHaveBeenCalled();

  await userEvent.click(screen.getByRole('button', { name: 'Load the latest version' }));
  expect(await screen.findByText(/^This was changed in the meantime/)).toBeTruthy();
  expect((await name()).value).toBe('Mine');
  await save();

  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);
  expect(asked[1]?.body).toMatchObject({ id: 3, name: 'Mine', api_rate: 90 });
});

it('saves over the state that the form shows, not over one that was read behind it', async () => {
  const asked = serve({ 'GET /api/user_group/3': { data: { ...group, etag: '"1"' } } });
  const part = <UserGroupForm id="3" onClose={() => {}} />;
  const { rerender: _ } = await renderPart(<Suspense>{part}</Suspense>, { self: { id: 1, role: 100 } });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
  vi.unstubAllGlobals();
  const later = serve({ 'GET /api/user_group/3': { data: { ...group, etag: '"2"' } } });
  window.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  await vi.waitFor(() => expect(later.length).toBe(1));
  expect([...asked, ...later][0]?.ifMatch).toBe('"1"');
});

it('does not fold away a budget that the group has', async () => {
  const budget = { id: 1, period: 'month', model: '', points: 500_000, used: 0, held: 0 };
  const budgets = [{ ...budget, begins_at: 1_800_000_000, ends_at: 1_802_000_000 }];
  serve({ 'GET /api/user_group/3': { data: { ...group, budgets, etag: '"1"' } } });
  const form = <UserGroupForm id="3" onClose={() => {}} />;
  await renderPart(<Suspense>{form}</Suspense>, { self: { id: 1, role: 100 } });

  const more = await screen.findByRole('button', { name: 'More' });
  expect(more.getAttribute('aria-expanded')).toBe('true');
});

it('changes how channels are chosen, and says what each way means', async () => {
  const asked = serve({
    'GET /api/user_group/3': { data: { ...group, strategy: 'latency', etag: '"1"' } },
    'PUT /api/user_group/': { data: { ...group, etag: '"2"' } },
  });
  const form = <UserGroupForm id="3" onClose={() => {}} />;
  await renderPart(<Suspense>{form}</Suspense>, { self: { id: 1, role: 100 } });
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Channel choice' });
  expect(choice.value).toBe('latency');
  expect(screen.getByText(/with the shortest time to the first byte/)).toBeTruthy();

  await userEvent.selectOptions(choice, 'Cheapest');
  expect(screen.getByText(/that costs you least/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  await vi.waitFor(() => expect(asked[0]?.body).toMatchObject({ id: 3, strategy: 'cost' }));
});

it('sets when a second channel is asked, and how often at most', async () => {
  const asked = serve({
    'GET /api/user_group/3': { data: { ...group, etag: '"1"' } },
    'PUT /api/user_group/': { data: { ...group, etag: '"2"' } },
  });
  const form = <UserGroupForm id="3" onClose={() => {}} />;
  await renderPart(<Suspense>{form}</Suspense>, { self: { id: 1, role: 100 } });
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  expect(screen.queryByLabelText(/At most for this share/)).toBeNull();
  const seconds = screen.getByLabelText(/Second channel after/);
  await userEvent.clear(seconds);
  await userEvent.type(seconds, '0.1');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Use 0, or at least 0.2 seconds.')).toBeTruthy();

  await userEvent.type(seconds, '{Backspace}5');
  const percent = await screen.findByLabelText(/At most for this share/);
  await userEvent.clear(percent);
  await userEvent.type(percent, '8');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(asked[0]?.body).toMatchObject({ hedge_seconds: 0.5, hedge_percent: 8 }));
});
