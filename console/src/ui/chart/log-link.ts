interface Rows {
  from?: number | undefined;
  to?: number | undefined;
  model_name?: string | undefined;
  channel_id?: number | undefined;
  username?: string | undefined;
}

/** Number of the log's calls, as the contract has it. */
const CALLS = 2;

/** The log, narrowed to the calls that a number was made of. */
export function logLink({ from, to, ...others }: Rows): string {
  const search = new URLSearchParams({ log_type: String(CALLS) });
  const range = from === undefined ? { range: 'all' } : { range: 'custom', from, to };
  for (const [name, value] of Object.entries({ ...range, ...others })) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `/panel/log?${search}`;
}
