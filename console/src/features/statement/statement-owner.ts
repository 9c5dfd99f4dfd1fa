/** Owner of the shown statement; all members are absent for the reader's own. */
export interface StatementOwner {
  userId: number | undefined;
  username: string | undefined;
}
