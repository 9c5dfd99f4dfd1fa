/** Where to go after the sign-in: only an address of this site, anything else could lead a reader astray. */
export function safeNext(wanted: string | null): string {
  return wanted && /^\/(?![/\\])\P{Cc}*$/u.test(wanted) ? wanted : '/panel';
}
