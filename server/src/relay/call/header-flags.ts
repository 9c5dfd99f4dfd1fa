/** Whether a header of the caller's says yes: `true`, `1` or `yes`, in any case. */
export const isYes = (value: string | string[] | undefined): boolean =>
  /^(?:true|1|yes)$/i.test(String(value ?? '').trim());
