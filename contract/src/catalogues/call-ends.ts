/** How a call ended; `request`: the request itself was refused. Rows of earlier versions have `upstream` there. */
export const callEnd = ['completed', 'client', 'request', 'upstream', 'timeout', 'gateway', 'limit'] as const;
export type CallEnd = (typeof callEnd)[number];

/** Failed ends: the caller did not get the requested answer, and the request is not the reason. */
export const failedEnds: readonly CallEnd[] = ['upstream', 'timeout', 'gateway'];
/** Filters of log rows: one end, or every failed one. */
export const callEndChoice = [...callEnd, 'failed'] as const;
