import { expect, it } from 'vitest';
import { toUsageCsv } from './usage-csv.ts';

it('writes a line for each row, and no formula', () => {
  const numbers = {
    Id: 3,
    RequestCount: 2,
    Quota: 50,
    PromptTokens: 7,
    CompletionTokens: 1,
    RequestTime: 900,
  };
  const rows = [
    { Date: '2027-01-15', Channel: '=1+1', ...numbers },
    { Date: '2027-01-15', Channel: 'a "b", c', ...numbers },
    { Date: '2027-01-15', Channel: '＝1;=1', ...numbers },
  ];
  const csv = toUsageCsv(rows, 'Europe/Berlin');
  expect(csv.split('\r\n')).toEqual([
    'Date,Channel,Id,RequestCount,Quota,PromptTokens,CompletionTokens,RequestTime,TimeZone',
    "2027-01-15,'=1+1,3,2,50,7,1,900,Europe/Berlin",
    '2027-01-15,"a ""b"", c",3,2,50,7,1,900,Europe/Berlin',
    "2027-01-15,'＝1;'=1,3,2,50,7,1,900,Europe/Berlin",
    '',
  ]);
});
