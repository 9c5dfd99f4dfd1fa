/** Source: docs/reference/compatibility.md, "States and roles". */
export const logType = { topup: 1, consume: 2, manage: 3, system: 4 } as const;
