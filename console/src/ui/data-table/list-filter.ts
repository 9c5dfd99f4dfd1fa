/** Members of a list's address in addition to its own filters. */
export interface ListFilter {
  page?: number;
  size?: number;
  order?: string;
  cursor?: string | undefined;
  /** Searched text; it is highlighted in the rows. */
  keyword?: string | undefined;
}
