import { cleanup, screen } from '@testing-library/react';
import { type LogView, logType } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { useNoteText } from './use-note-text.ts';

const noted: LogView = {
  ...{ id: 7, request_id: 'req_7', user_id: 2, created_at: 1_800_000_000, type: logType.manage, content: '' },
  ...{
    username: 'ann',
    token_id: 0,
    token_name: '',
    model_name: '',
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
  },
  ...{ channel_id: 0, request_time: 0, is_stream: false, source_ip: '', ended_by: null },
  ...{ metadata: null, channel: null },
};
const Note = ({ row }: { row: Partial<LogView> }) => <output>{useNoteText()({ ...noted, ...row })}</output>;
const said = async (row: Partial<LogView>) => {
  await renderPart(<Note row={row} />);
  return (await screen.findByRole('status')).textContent;
};

beforeEach(() => loadTexts('log'));
afterEach(cleanup);

it.each([
  ['prices (update): +3 ±2 −0', 'Management · prices applied: 3 new, 2 changed, 0 removed'],
  [
    'calls (delete): −120 < 2026-11-01T00:00:00Z',
    'Management · calls deleted: 120, before 2026-11-01T00:00:00Z',
  ],
  [
    'key (change): 12 by 3, status=2, unlimited_quota=0, remain_quota=1000000, expired_time=-1, allowed_models, backup_group',
    'Management · key #12 changed by administrator 3: disabled · limited quota · quota $2.00 · expires never · allowed models · fallback groups',
  ],
  ['a gift, prices (update): +3 ±2 −0', 'Management · a gift, prices (update): +3 ±2 −0'],
  ['', 'Management'],
])('says %j as %j', async (content, text) => {
  expect(await said({ content })).toBe(text);
});

describe('a balance change', () => {
  const before = 500_000;
  const after = 3_000_000;
  const change = { quota: after - before, content: 'refund for June' };

  it('says before and after, why, and which administrator made it', async () => {
    const by = { id: 1, username: 'olivia' };
    const text = 'Balance · $1.00 → $6.00 · refund for June · by olivia';
    expect(await said({ ...change, metadata: { balance: { before, after, by } } })).toBe(text);
  });

  it('tells the account’s owner that an administrator made it', async () => {
    const text = 'Balance · $1.00 → $6.00 · refund for June · by an administrator';
    expect(await said({ ...change, metadata: { balance: { before, after } } })).toBe(text);
  });

  it('is a gift of the site to a new account', async () => {
    const gift = {
      type: logType.system,
      quota: 500_000,
      metadata: { balance: { before: 0, after: 500_000 } },
    };
    expect(await said(gift)).toBe('Gift to new accounts · $0.00 → $1.00 · by Test site');
  });

  it('of an earlier version is told without what it does not hold', async () => {
    expect(await said({ quota: -500_000 })).toBe('Balance change · by an administrator');
  });
});
