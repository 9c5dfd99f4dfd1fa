import { useQuery } from '@tanstack/react-query';
import { foundUsersQuery } from '../../api/found-users.ts';
import type { FoundName } from './found-name.ts';

const useFoundUsers = (keyword: string) => useQuery(foundUsersQuery(keyword)).data?.data;

/** Users by their number. */
export const useFoundUserIds = (keyword: string): readonly FoundName<number>[] | undefined =>
  useFoundUsers(keyword)?.map(({ id, username }) => ({ value: id, name: username, note: `#${id}` }));

/** Users by the name that they sign in with. */
export const useFoundUserNames = (keyword: string): readonly FoundName<string>[] | undefined =>
  useFoundUsers(keyword)?.map(({ id, username }) => ({ value: username, name: username, note: `#${id}` }));
