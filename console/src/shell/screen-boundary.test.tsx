import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StaleFileError } from '../api/load-file.ts';
import { renderPart } from '../ui/test/test-screen.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

let failure: Error | undefined;
function Screen() {
  if (failure) throw failure;
  return <p>All is well</p>;
}
const page = (
  <ScreenBoundary>
    <Screen />
  </ScreenBoundary>
);

describe('a screen that fails', () => {
  // React repeats what it caught on the console.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  it('gives a report with an id to copy, and another try', async () => {
    const user = userEvent.setup();
    failure = new Error('price is not a number');
    await renderPart(page);

    const copy = await screen.findByRole('button', { name: /^Copy error report [0-9a-f]{8}$/ });
    await user.click(copy);
    const id = copy.textContent?.slice(-8) ?? '';
    expect(await navigator.clipboard.readText()).toMatch(
      new RegExp(`^${id} · v[\\s\\S]*price is not a number`),
    );

    failure = undefined;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('All is well')).toBeTruthy();
  });

  it('only asks for a reload when its file is gone', async () => {
    failure = new StaleFileError('not served any more');
    await renderPart(page);
    expect(await screen.findByText(/^A new version is available/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
