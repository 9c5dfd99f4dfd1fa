import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { showCopyByHand, showToast, toastQueue } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

afterEach(() => {
  cleanup();
  for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
});

describe('toasts', () => {
  it('come into a region that is announced, failures at once', async () => {
    await renderPart(<ToastHost />);
    showToast('error', 'It failed', 'request-1');
    showToast('success', 'Saved');

    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toContain('request-1');
    expect((await screen.findByText('Saved')).closest('[aria-live=polite]')).toBeTruthy();
  });

  it('wait for their time until they are drawn', async () => {
    vi.useFakeTimers();
    showToast('success', 'Saved');
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await renderPart(<ToastHost />);

    await screen.findByText('Saved');
    await waitFor(() => expect(screen.queryByText('Saved')).toBeNull(), { timeout: 5000 });
  });

  it('are heard while a dialog is open', async () => {
    await renderPart(<ToastHost />);
    for (const element of document.body.children) element.setAttribute('aria-hidden', 'true');
    showToast('success', 'Saved');

    expect((await screen.findByText('Saved')).closest('[aria-hidden=true]')).toBeNull();
  });

  it('are closed by their button, also those that stay', async () => {
    const user = userEvent.setup();
    await renderPart(<ToastHost />);
    showCopyByHand('Copy this manually:', 'sk-123');

    await screen.findByText('sk-123');
    await user.click(screen.getByRole('button', { name: 'Close' }));

    expect(screen.queryByText('sk-123')).toBeNull();
  });

  it('take no second one with the same words', async () => {
    await renderPart(<ToastHost />);
    showToast('info', 'Once');
    showToast('info', 'Once');
    expect(await screen.findAllByText('Once')).toHaveLength(1);
  });
});
