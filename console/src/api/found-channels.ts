import { channelCalls } from '@turnpike/contract';
import { callApi } from './call-api.ts';
import { foundQuery } from './found-query.ts';

export const foundChannelsQuery = (keyword: string) =>
  foundQuery('channel', keyword, (query, signal) => callApi(channelCalls.list, { query, signal }));
