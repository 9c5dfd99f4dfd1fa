import { version } from '@turnpike/contract/version';

export interface FailureReport {
  /** Short enough to be read out. */
  id: string;
  /** What whoever mends it needs to know; goes nowhere by itself. */
  text: string;
  /** A screen's code could not be loaded, most likely because the server has been updated. */
  isStaleFile: boolean;
}

/** Browsers say it in their own words. */
const missingFile = /dynamically imported module|importing a module script failed|preload/i;

export function failureReport(error: unknown, address: string = window.location.pathname): FailureReport {
  const id = crypto.randomUUID().slice(0, 8);
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const lines = [
    `${id} · ${version} · ${new Date().toISOString()} · ${address}`,
    `${name}: ${message}`,
    ...stack.split('\n').filter((line) => !line.includes(message)),
    navigator.userAgent,
  ];
  return { id, text: lines.join('\n').slice(0, 4000), isStaleFile: missingFile.test(message) };
}
