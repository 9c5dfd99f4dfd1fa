import { version } from '@turnpike/contract/version';
import { StaleFileError } from '../api/load-file.ts';

export interface FailureReport {
  /** Short enough to be read out. */
  id: string;
  /** Details for a bug report; nothing is sent automatically. */
  text: string;
  /** A screen's code is gone, because the server has been updated. */
  isStaleFile: boolean;
}

export function failureReport(error: unknown, address: string = window.location.pathname): FailureReport {
  const id = crypto.randomUUID().slice(0, 8);
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const lines = [
    `${id} · ${version} · ${new Date().toISOString()} · ${address}`,
    `${name}: ${message}`,
    ...stack.split('\n').filter((line) => !line.includes(message)),
    navigator.userAgent,
  ];
  return { id, text: lines.join('\n').slice(0, 4000), isStaleFile: error instanceof StaleFileError };
}
