import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { role } from '@turnpike/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { logFilter } from './log-address.ts';
import { LogFilters } from './log-filters.tsx';

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, message: '', data: {} }));
  await loadTexts('log');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(address: object, isAdmin: boolean) {
  const changes: object[] = [];
  await renderPart(
    <LogFilters
      filter={logFilter.parse(address)}
      onChange={(change) => changes.push(change)}
      isAdmin={isAdmin}
    />,
    { self: { id: 1, role: isAdmin ? role.admin : role.common } },
  );
  return changes;
}

it('offers administrators the retried calls, and those that were tried at a channel', async () => {
  const changes = await open({ channel_tried: '7' }, true);
  await userEvent.click(await screen.findByRole('button', { name: 'Retried' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Tried more than once' }));
  expect(changes).toEqual([{ retried: 'yes' }]);
  expect(screen.getByRole('button', { name: 'Channel tried: #7' })).toBeTruthy();
});

it('offers neither to users', async () => {
  await open({ channel_tried: '7', retried: 'yes' }, false);
  await screen.findByRole('button', { name: 'Model' });
  expect(screen.queryByRole('button', { name: /tried/i })).toBeNull();
});
