import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChannelRow, Page } from '@turnpike/contract';
import { useState } from 'react';
import { showErrorToast } from '../../../ui/toast/toast.ts';
import { taggedQuery } from '../channel-api.ts';

/** In the address, before the tag whose form is open. */
export const TAG_PREFIX = 'tag:';

export interface TagRows {
  isExpanded: (tag: string) => boolean;
  toggle: (tag: string) => void;
}

/** Whether a row stands for all channels of its tag. */
export const isTagRow = ({ tag_channels }: Pick<ChannelRow, 'tag_channels'>): boolean =>
  Boolean(tag_channels);

/** Unique key of a row; a tag's newest channel may also stand below it. */
export const rowKeyOf = (row: ChannelRow): string | number =>
  isTagRow(row) ? `${TAG_PREFIX}${row.tag}` : row.id;

/** The page of the list, with the channels of unfolded tags below these. */
export function useTagRows(channels: UseQueryResult<Page<ChannelRow>>): {
  rows: TagRows;
  query: UseQueryResult<Page<ChannelRow>>;
} {
  const client = useQueryClient();
  const [expanded, setExpanded] = useState<readonly string[]>([]);
  const page = channels.data;
  const tags = (page?.data ?? [])
    .filter((row) => isTagRow(row) && expanded.includes(row.tag))
    .map(({ tag }) => tag);
  const children = useQuery(taggedQuery(tags)).data ?? [];

  async function toggle(tag: string) {
    const next = expanded.includes(tag) ? expanded.filter((one) => one !== tag) : [...expanded, tag];
    try {
      if (next.length > expanded.length) await client.fetchQuery(taggedQuery([tag]));
      setExpanded(next);
    } catch (error) {
      showErrorToast(error);
    }
  }

  const rows = { isExpanded: (tag: string) => tags.includes(tag), toggle };
  if (page === undefined || tags.length === 0) return { rows, query: channels };
  const below = (row: ChannelRow) =>
    isTagRow(row) && tags.includes(row.tag) ? children.filter(({ tag }) => tag === row.tag) : [];
  const data = { ...page, data: page.data.flatMap((row) => [row, ...below(row)]) };
  return { rows, query: { ...channels, data } as typeof channels };
}
