/** The calls of an account in a time range, in the log. */
export function callsAddress({
  from,
  to,
  username,
}: {
  from: number;
  to: number;
  /** Undefined: the own calls. */
  username: string | undefined;
}): string {
  const search = new URLSearchParams({
    range: 'custom',
    from: String(from),
    to: String(to),
    log_type: '2',
    ...(username !== undefined && { username }),
  });
  return `/panel/log?${search}`;
}

/** The entries of a stretch of time, in the same statement. */
export function entriesAddress({
  from,
  to,
  userId,
}: {
  from: number;
  to: number;
  userId: number | undefined;
}): string {
  const search = new URLSearchParams({
    view: 'entries',
    range: 'custom',
    from: String(from),
    to: String(to),
    ...(userId !== undefined && { user: String(userId) }),
  });
  return `?${search}`;
}
