import { vi } from 'vitest';

const TIMEOUT_MS = 15_000;
const { waitFor } = vi;

// What is waited for may take seconds on a busy machine; a test that never sees it fails all the same.
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, {
    timeout: TIMEOUT_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  });
