import { vi } from 'vitest';

const TIMEOUT_MS = 15_000;
const { waitFor, waitUntil } = vi;

/** What a test says itself goes before. */
const patient = (options: number | object): object => ({
  timeout: TIMEOUT_MS,
  ...(typeof options === 'number' ? { timeout: options } : options),
});

// What is waited for may take seconds on a busy machine; a test that never sees it fails all the same.
vi.waitFor = (callback, options = {}) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options = {}) => waitUntil(callback, patient(options));
