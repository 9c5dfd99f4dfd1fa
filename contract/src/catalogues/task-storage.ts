/** Places that `TaskStorage` chooses from: results stay with their vendor, or are copied. */
export const taskStorages = ['off', 'local', 's3'] as const;
export type TaskStorageName = (typeof taskStorages)[number];
