import { describe, expect, it } from 'vitest';
import { toFailure } from './failure-answer.ts';

const thrown = (facts: object) => Object.assign(new Error('of a database'), facts);

describe('toFailure', () => {
  it.each([
    ['a full disk on SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 13 }],
    ['a broken disk on SQLite (SQLITE_IOERR_WRITE)', { code: 'ERR_SQLITE_ERROR', errcode: 778 }],
    ['a SQLite file that somebody else has locked', { code: 'ERR_SQLITE_ERROR', errcode: 5 }],
    ['a SQLite file that became read-only', { code: 'ERR_SQLITE_ERROR', errcode: 8 }],
    ['a full disk on PostgreSQL', { code: '53100' }],
    ['no connection left on PostgreSQL', { code: '53300' }],
    ['a PostgreSQL that is shut down', { code: '57P01' }],
    ['a PostgreSQL that takes no connections', { code: '55000' }],
    ['a PostgreSQL that takes not ours', { code: '28P01' }],
    ['a PostgreSQL that takes no writes', { code: '25006' }],
    ['a PostgreSQL that cannot be reached', { code: 'EHOSTUNREACH' }],
    ['a PostgreSQL that does not listen', { code: 'ECONNREFUSED' }],
  ])('says that the gateway is unavailable for a while: %s', (_, facts) => {
    expect(toFailure(thrown(facts)).code).toBe('gateway.unavailable');
  });

  it.each([
    ['a constraint on SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 275 }],
    ['a constraint on PostgreSQL', { code: '23505' }],
    ['a statement with a mistake', { code: '42601' }],
  ])('keeps a fault of ours what it is: %s', (_, facts) => {
    expect(toFailure(thrown(facts)).code).toBe('gateway.internal');
  });
});
