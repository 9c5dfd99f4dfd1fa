import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import DashboardPage from './dashboard-page.tsx';

const self = { id: 1, username: 'ann', display_name: '', role: 1, request_count: 0, group: 'default' };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the balance on the dashboard', () => {
  it.each([
    ['nothing yet', { quota: 0, used_quota: 0 }, /^No balance yet\./, false],
    ['money, of which nothing is spent', { quota: 500_000, used_quota: 0 }, /^\$0\.00 used so far/, false],
    ['money', { quota: 500_000, used_quota: 500_000 }, /^\$1\.00 used so far/, true],
    ['spent everything', { quota: 0, used_quota: 500_000 }, /^\$1\.00 used so far/, true],
  ])('of an account that has %s', async (_what, amounts, note, hasStatement) => {
    await loadTexts('dashboard');
    serve({});
    await renderPart(<DashboardPage />, { self: { ...self, ...amounts } });
    expect(await screen.findByText(note)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'View statement' }) !== null).toBe(hasStatement);
  });
});
