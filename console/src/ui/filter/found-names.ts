import { useQuery } from '@tanstack/react-query';
import type { ChannelView, UserView } from '@turnpike/contract';
import { foundChannelsQuery, foundUsersQuery } from '../../api/find-by-name.ts';
import type { FoundName } from './name-filter.tsx';

const noteOf = ({ id }: { id: number }): string => `#${id}`;

export const useFoundUsers = (keyword: string): readonly UserView[] | undefined =>
  useQuery(foundUsersQuery(keyword)).data?.data;

/** Users by their number. */
export const useFoundUserIds = (keyword: string): readonly FoundName<number>[] | undefined =>
  useFoundUsers(keyword)?.map((user) => ({ value: user.id, name: user.username, note: noteOf(user) }));

/** Users by the name that they sign in with. */
export const useFoundUserNames = (keyword: string): readonly FoundName<string>[] | undefined =>
  useFoundUsers(keyword)?.map((user) => ({ value: user.username, name: user.username, note: noteOf(user) }));

export const useFoundChannelIds = (keyword: string): readonly FoundName<number>[] | undefined =>
  useQuery(foundChannelsQuery(keyword)).data?.data.map((channel: ChannelView) => ({
    ...{ value: channel.id, name: channel.name, note: noteOf(channel) },
  }));
