/** Whose statement is shown; nothing is set where it is the reader's own. */
export interface StatementOwner {
  userId: number | undefined;
  username: string | undefined;
}
