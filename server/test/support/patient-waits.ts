import { vi } from 'vitest';

const TIMEOUT_MS = 15_000;
const { waitFor, waitUntil } = vi;

/** Options of a test override these. */
const patient = (options: number | object): object => ({
  timeout: TIMEOUT_MS,
  ...(typeof options === 'number' ? { timeout: options } : options),
});

// A condition may take seconds on a busy machine. A test whose condition never holds still fails.
vi.waitFor = (callback, options = {}) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options = {}) => waitUntil(callback, patient(options));
