import { turnstilePages } from '@turnpike/contract';

/** The part of Cloudflare's script that the check uses. */
export interface Turnstile {
  render(box: HTMLElement, options: Record<string, unknown>): string;
  remove(widgetId: string): void;
}

/** Source: https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
const TIMEOUT_MS = 15_000;

let loading: Promise<Turnstile> | undefined;

/** Loads Cloudflare's script once; after a failure, the next call tries again. */
export function loadTurnstile(): Promise<Turnstile> {
  loading ??= addScript().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function addScript(): Promise<Turnstile> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('Turnstile could not be loaded'));
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      const { turnstile } = window as { turnstile?: Turnstile };
      if (turnstile === undefined) fail();
      else resolve(turnstile);
    });
    script.src = SCRIPT;
    script.async = true;
    document.head.append(script);
  });
}

/**
 * Whether the browser got this document at an address whose policy allows Cloudflare. A reader who came here from another
 * page of the console still has the document, and the policy, of that one.
 */
export function isLoadedForTurnstile(): boolean {
  const [document] = performance.getEntriesByType('navigation');
  return (
    document === undefined || turnstilePages.includes(new URL(document.name).pathname.replace(/\/$/, ''))
  );
}
