import { describe, expect, it } from 'vitest';
import { newRequestId, timeOfRequestId } from './random-ids.ts';

describe('a request id', () => {
  it.each(['2026-11-27T04:43:01.234Z', '2001-09-09T01:46:40Z', '2059-01-01T00:00:00Z'])(
    'of %s tells its time',
    (time) => {
      expect(timeOfRequestId(newRequestId(Date.parse(time)))).toBe(Date.parse(time));
    },
  );

  it.each([
    '',
    'req_',
    'req_1',
    'chatcmpl-1',
    'req_m0000000AbCdEf00000',
    'req_m0000000AbCdEf0000%1',
    'REQ_m0000000AbCdEf000001',
    'req_m0000000AbCdEf000001\n',
  ])('of another form, %j, tells none', (id) => {
    expect(timeOfRequestId(id)).toBeUndefined();
  });
});
