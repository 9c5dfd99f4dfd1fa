import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import type { ChannelRow, Page } from '@turnpike/contract';
import { useCallback, useMemo, useState } from 'react';
import { showErrorToast } from '../../ui/toast.ts';
import { taggedQuery } from './channel-tag-api.ts';

/** In the address, before the tag whose form is open. */
export const TAG_PREFIX = 'tag:';

export interface TagRows {
  isExpanded: (tag: string) => boolean;
  toggle: (tag: string) => void;
}

/** Whether a row stands for all channels of its tag. */
export const isTagRow = ({ tag_channels }: Pick<ChannelRow, 'tag_channels'>): boolean =>
  Boolean(tag_channels);

/** What tells a row from others: a tag's newest channel may stand below it. */
export const rowKeyOf = (row: ChannelRow): string | number =>
  isTagRow(row) ? `${TAG_PREFIX}${row.tag}` : row.id;

/** The page of the list, with the channels of unfolded tags below these. */
export function useTagRows(channels: UseQueryResult<Page<ChannelRow>>): {
  rows: TagRows;
  query: UseQueryResult<Page<ChannelRow>>;
} {
  const client = useQueryClient();
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const page = channels.data;
  const tags = (page?.data ?? [])
    .filter((row) => isTagRow(row) && expanded.has(row.tag))
    .map(({ tag }) => tag);
  const lists = useQueries({ queries: tags.map(taggedQuery), combine: dataOf });

  const toggle = useCallback(
    async (tag: string) => {
      const isOpen = expanded.has(tag);
      try {
        if (!isOpen) await client.ensureQueryData(taggedQuery(tag));
      } catch (error) {
        return showErrorToast(error);
      }
      setExpanded((before) => new Set(isOpen ? [...before].filter((one) => one !== tag) : [...before, tag]));
    },
    [client, expanded],
  );
  const shown = tags.join('\n');
  const rows = useMemo(
    () => ({ isExpanded: (tag: string) => tag !== '' && shown.split('\n').includes(tag), toggle }),
    [shown, toggle],
  );

  const isPlain = tags.length === 0;
  const data = isPlain
    ? page
    : page && {
        ...page,
        data: page.data.flatMap((row) =>
          isTagRow(row) && expanded.has(row.tag) ? [row, ...(lists[tags.indexOf(row.tag)] ?? [])] : [row],
        ),
      };
  return { rows, query: isPlain ? channels : ({ ...channels, data } as typeof channels) };
}

const dataOf = (results: readonly { data: ChannelRow[] | undefined }[]) => results.map(({ data }) => data);
