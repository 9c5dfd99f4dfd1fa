import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LedgerCheckState } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { LedgerCheck } from './ledger-check.tsx';

const last = {
  started_at: 1_800_000_000,
  duration_ms: 1500,
  is_full: false,
  accounts: 12,
  entries: 345,
  difference: null,
  failure: '',
};
const time_zone = 'Europe/Berlin';
const running = { started_at: 1_800_000_100, is_full: false, accounts: 3, entries: 40 };

describe('the check of the ledger', () => {
  beforeEach(() => loadTexts('log'));
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  const open = async (button: string) => {
    await renderPart(<LedgerCheck />);
    await userEvent.click(await screen.findByRole('button', { name: button }));
    return within(await screen.findByRole('dialog', { name: 'Ledger check' }));
  };

  it('is started by hand, shows how far it is, and then what it came to', async () => {
    let state: LedgerCheckState = { running: null, last, time_zone };
    const asked = serve({
      'GET /api/ledger/check': () => ({ data: state }),
      'POST /api/ledger/check': () => {
        state = { ...state, last: { ...last, accounts: 13, is_full: true } };
        return { data: { running, last, time_zone } };
      },
    });
    const dialog = await open('Ledger balanced');
    expect(dialog.getByText('Every entry matches the balances.')).toBeTruthy();
    expect(dialog.getByText('345')).toBeTruthy();
    expect(dialog.getByText(/daily closing at midnight \(Europe\/Berlin\)\.$/)).toBeTruthy();

    await userEvent.click(dialog.getByRole('button', { name: 'Check from the beginning' }));

    expect(await dialog.findByText('Checked so far: 3 accounts, 40 entries')).toBeTruthy();
    expect(await dialog.findByText('13', {}, { timeout: 5000 })).toBeTruthy();
    expect(asked).toEqual([{ call: 'POST /api/ledger/check', body: { is_full: true } }]);
  });

  it('names the first difference, with the account’s statement', async () => {
    const difference = { user_id: 7, entry_id: 99, code: 'entry_changed', what: 'its hash does not fit' };
    serve({ 'GET /api/ledger/check': { data: { running: null, last: { ...last, difference } } } });
    const dialog = await open('Ledger mismatch');
    expect(dialog.getByRole('alert').textContent).toBe('This entry was changed manually or by an error.');
    expect(dialog.getByText('its hash does not fit')).toBeTruthy();
    expect(dialog.getByText('#99')).toBeTruthy();
    expect(dialog.getByRole('link', { name: '#7' }).getAttribute('href')).toContain(
      '/panel/statement?user=7',
    );
  });

  it('says why it could not be finished, and that none was made yet', async () => {
    serve({ 'GET /api/ledger/check': { data: { running: null, last: { ...last, failure: 'no disk' } } } });
    expect((await open('Ledger check failed')).getByText('no disk')).toBeTruthy();
    cleanup();
    serve({ 'GET /api/ledger/check': { data: { running: null, last: null } } });
    await open('Ledger not checked yet');
  });
});
