import { tokenCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';
import { foundQuery } from './found-query.ts';

export const foundTokensQuery = (keyword: string) =>
  foundQuery('token', keyword, (query, signal) => callApi(tokenCalls.list, { query, signal }));
