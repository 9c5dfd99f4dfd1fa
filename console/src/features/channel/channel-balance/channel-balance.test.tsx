import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChannelView } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { channelTypeExamples } from '../../../ui/test/test-channel-types.ts';
import { renderPart } from '../../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../../ui/test/test-server.ts';
import { BalanceCell } from './balance-cell.tsx';
import { useAllBalances } from './use-all-balances.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const { start, dialog } = useAllBalances();
  return (
    <>
      <button type="button" onClick={start}>
        Go
      </button>
      {dialog}
    </>
  );
}

const types = { 'GET /api/channel/types': { data: channelTypeExamples } };

describe('the balance of a channel', () => {
  const channel = {
    ...{ id: 5, type: 28, name: 'main', balance: 0, balance_currency: '', balance_updated_time: 0 },
  } as ChannelView;
  const draw = (given: Partial<ChannelView>, answer: Answer = {}) => {
    const asked = serve({ ...types, 'POST /api/channel/update_balance/5': answer });
    return renderPart(<BalanceCell channel={{ ...channel, ...given }} />).then(() => asked);
  };

  it.each([
    [110, 'CNY', '¥110.00'],
    [1234.5, 'USD', '$1,234.50'],
    [-3.2, 'USD', '−$3.20'],
  ] as const)('of %d %s is %s', async (balance, balance_currency, text) => {
    await draw({ balance, balance_currency, balance_updated_time: 1_800_000_000 });
    const shown = await screen.findByText(text);
    expect(shown.getAttribute('aria-label')).toMatch(new RegExp(`^${balance_currency}, as of `));
  });

  it('is asked for by its icon', async () => {
    const asked = await draw({});
    expect(await screen.findByText('Not fetched')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Update the balance of main' }));
    expect(asked.map(({ call }) => call)).toEqual(['POST /api/channel/update_balance/5']);
  });

  it('is not there where the provider tells none', async () => {
    serve(types);
    const { container } = await renderPart(<BalanceCell channel={{ ...channel, type: 1 }} />);
    await vi.waitFor(() => expect(container.textContent).toBe(''));
  });
});

describe('the update of all balances', () => {
  const balance = { balance: 5, balance_currency: 'USD', balance_updated_time: 1_800_000_000 };
  const run = async (answer: Answer | (() => Answer)) => {
    const asked = serve({ 'POST /api/channel/update_balance': answer });
    await renderPart(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'Go' }));
    return { asked, dialog: within(await screen.findByRole('dialog', { name: 'Update all balances' })) };
  };

  it('goes on until all were asked, and names what failed', async () => {
    const parts: Answer[] = [
      { data: { done: [{ id: 1, name: 'one', ...balance }], failed: [], total: 2, next: 1 } },
      { data: { done: [], failed: [{ id: 2, name: 'two', code: 'upstream.timeout' }], total: 2, next: 0 } },
    ];
    const { asked, dialog } = await run(() => parts.shift() ?? {});

    expect(await dialog.findByText('Balances updated: 1')).toBeTruthy();
    expect(within(dialog.getByRole('list', { name: 'Balance' })).getByText('$5.00')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'two' }).closest('li')?.textContent).toMatch(/^two: /);
    expect(asked.map(({ query }) => query)).toEqual(['limit=16&after=0', 'limit=16&after=1']);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says that there is none', async () => {
    const { dialog } = await run({ data: { done: [], failed: [], total: 0, next: 0 } });
    expect(await dialog.findByText('No enabled channel reports a balance.')).toBeTruthy();
  });

  it('says what stopped it', async () => {
    const { dialog } = await run({ code: 'request.invalid' });
    expect((await dialog.findByRole('alert')).textContent).toContain('req_1');
  });
});
