import { userCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';
import { foundQuery } from './found-query.ts';

export const foundUsersQuery = (keyword: string) =>
  foundQuery('user', keyword, (query, signal) => callApi(userCalls.list, { query, signal }));
