/** Forms that have a check by Turnstile; each names itself to Cloudflare, so that no token fits another form. */
export type TurnstileAction = 'register' | 'reset_password';

/** Pages whose forms have the check. Only they may load something of Cloudflare's, and only while it is on. */
export const turnstilePages: readonly string[] = ['/register', '/reset'];
