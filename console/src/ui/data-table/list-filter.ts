/** What a list's address holds besides its own filters. */
export interface ListFilter {
  page?: number;
  size?: number;
  order?: string;
  cursor?: string | undefined;
  /** What was searched for; it is marked in the rows. */
  keyword?: string | undefined;
}
