import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('the settings', () => {
  it('have a value for everything, also where nothing is set', () => {
    expect(readSettings({})).toMatchObject({
      ...{ dataDir: resolve('data'), host: '0.0.0.0', port: 3000, databaseUrl: null, secretKey: null },
      ...{ rootAccount: null, trustedProxies: [], bodyLimitBytes: 33_554_432, outboxSync: 'normal' },
      timeouts: { connectMs: 10_000, totalMs: 3_600_000 },
    });
  });

  it('take a variable that is set to nothing as not set', () => {
    const env = { PORT: '', DATABASE_URL: ' ', TURNPIKE_DATA_DIR: '', TURNPIKE_OUTBOX_SYNC: '' };

    expect(readSettings(env)).toEqual(readSettings({}));
  });

  it.each([
    { name: 'PORT', value: 'three thousand' },
    { name: 'PORT', value: '-1' },
    { name: 'PORT', value: '70000' },
    { name: 'PORT', value: '3000.5' },
    { name: 'TURNPIKE_BODY_LIMIT', value: '1' },
    { name: 'TURNPIKE_BODY_LIMIT', value: '1e99' },
    { name: 'TURNPIKE_OUTBOX_LIMIT', value: '-5' },
    { name: 'TURNPIKE_OUTBOX_SYNC', value: 'perhaps' },
    { name: 'TURNPIKE_LOG_LEVEL', value: 'loud' },
    { name: 'TURNPIKE_CONNECT_TIMEOUT', value: '0' },
    { name: 'TURNPIKE_HEADER_TIMEOUT', value: 'soon' },
    { name: 'TURNPIKE_FIRST_BYTE_TIMEOUT', value: '0' },
    { name: 'TURNPIKE_IDLE_TIMEOUT', value: '0' },
    { name: 'TURNPIKE_TOTAL_TIMEOUT', value: '90000' },
    { name: 'TURNPIKE_REQUEST_TIMEOUT', value: 'NaN' },
    { name: 'DATABASE_URL', value: 'mysql://x@127.0.0.1/y' },
  ])('refuse $name=$value by name', ({ name, value }) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} must `));
  });

  it('read the password of root from a file, without its last line end', () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'));
    const file = join(folder, 'password');
    writeFileSync(file, 'a long password\n');

    const settings = readSettings({ TURNPIKE_ROOT_USERNAME: 'owner', TURNPIKE_ROOT_PASSWORD_FILE: file });

    expect(settings.rootAccount).toEqual({ username: 'owner', password: 'a long password' });
    rmSync(folder, { recursive: true });
  });

  it.each([
    { env: { TURNPIKE_ROOT_USERNAME: 'owner' }, sentence: /needs TURNPIKE_ROOT_PASSWORD/ },
    {
      env: { TURNPIKE_ROOT_USERNAME: 'owner', TURNPIKE_ROOT_PASSWORD_FILE: '/nowhere/password' },
      sentence: /^TURNPIKE_ROOT_PASSWORD_FILE cannot be read: \/nowhere\/password/,
    },
  ])('refuse a root account without a readable password', ({ env, sentence }) => {
    expect(() => readSettings(env)).toThrow(sentence);
  });
});
