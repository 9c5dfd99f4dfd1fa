import { useQuery } from '@tanstack/react-query';
import { foundChannelsQuery } from '../../api/found-channels.ts';
import type { FoundName } from './found-name.ts';

/** Channels by their number. */
export const useFoundChannelIds = (keyword: string): readonly FoundName<number>[] | undefined =>
  useQuery(foundChannelsQuery(keyword)).data?.data.map(({ id, name }) => ({
    value: id,
    name,
    note: `#${id}`,
  }));
