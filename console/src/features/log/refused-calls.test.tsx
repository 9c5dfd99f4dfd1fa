import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { role } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { NothingFound } from './nothing-found.tsx';
import { RefusedCalls } from './refused-calls.tsx';

const row = {
  ...{ id: 1, minute: 1_800_000_000, user_id: 3, token_id: 4, username: 'ann', token_name: 'laptop' },
  ...{ reason: 'rate.requests', count: 1234 },
  examples: [
    {
      ...{ request_id: 'req_1', time: 1_800_000_001, source_ip: '203.0.113.1', path: '/v1/embeddings' },
      ...{ model: '', message: 'The first sentence.' },
    },
    {
      ...{ request_id: 'req_2', time: 1_800_000_002, source_ip: '203.0.113.7', path: '/v1/messages' },
      ...{ model: 'm1', message: 'Too many requests per minute; slow down.' },
    },
  ],
};
const pageOf = (data: object[]) => ({ data: { data, page: 1, size: 100, total_count: data.length } });

describe('refused calls', () => {
  beforeEach(() => loadTexts('log'));
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  const open = async (isAdmin: boolean) => {
    await renderPart(<RefusedCalls isAdmin={isAdmin} />);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Refused calls' }));
    return screen.findByRole('dialog', { name: 'Refused calls' });
  };

  it('are shown to administrators with who, why, how many and the last', async () => {
    serve({ 'GET /api/refused_call/': () => pageOf([row]) });
    const dialog = await open(true);
    await screen.findByText('1,234');
    const shown = [
      'ann',
      'laptop',
      'Too many requests per minute',
      'm1',
      '203.0.113.7',
      'req_2',
      'slow down.',
    ];
    for (const text of shown) expect(dialog.textContent).toContain(text);
    expect(dialog.textContent).not.toContain('The first sentence.');
  });

  it('users read their own', async () => {
    serve({ 'GET /api/refused_call/self': () => pageOf([]) });
    await open(false);
    expect(await screen.findByText('No refused calls.')).toBeTruthy();
  });

  it.each([
    ['an administrator, of all groups', true, '/api/refused_call/', ['The default group', 'The vip group']],
    ['a user, of the groups that they may use', false, '/api/refused_call/self', ['The vip group']],
  ])('are filtered by group for %s', async (_, isAdmin, path, offered) => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      const url = new URL(address, 'http://gateway.test');
      const groups = ['default', 'vip'].map((symbol) => ({ symbol, name: `The ${symbol} group` }));
      const isOfGroup = url.searchParams.has('group_name');
      const answers: Record<string, unknown> = {
        [path]: pageOf(isOfGroup ? [] : [{ ...row, group_name: 'vip' }]).data,
        '/api/user_group/': pageOf(groups).data,
        '/api/user_group_map': { vip: groups[1] },
      };
      if (url.pathname === path) asked.push(url.search);
      return Response.json({ success: true, message: '', data: answers[url.pathname] });
    });
    const user = userEvent.setup();
    const self = { id: 3, role: isAdmin ? role.admin : role.common };
    await renderPart(<RefusedCalls isAdmin={isAdmin} />, { self });
    await user.click(await screen.findByRole('button', { name: 'Refused calls' }));
    expect(await screen.findByText('The vip group')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Group' }));
    const choices = await screen.findAllByRole('menuitemradio');
    expect(choices.map(({ textContent }) => textContent)).toEqual(offered);
    await user.click(screen.getByRole('menuitemradio', { name: 'The vip group' }));
    expect(await screen.findByText('Nothing matches these filters')).toBeTruthy();
    expect(asked).toEqual(['?size=100', '?group_name=vip&size=100']);
    expect(screen.getByRole('button', { name: 'Group: The vip group' })).toBeTruthy();
  });

  it('are found one by one: when, why, what was told, of whom, and not how many', async () => {
    serve({ 'GET /api/refused_call/': () => pageOf([{ ...row, examples: row.examples.slice(1) }]) });
    await renderPart(<NothingFound requestId="req_2" isAdmin onClear={() => {}} />);
    await screen.findByText('This call was refused before it reached a channel. It cost nothing.');
    const list = document.body.textContent;
    for (const text of ['ann', 'laptop', 'slow down.', 'm1', '203.0.113.7', '/v1/messages', 'req_2'])
      expect(list).toContain(text);
    expect(screen.queryByText('1,234')).toBeNull();
    expect(screen.getByText(/:02/)).toBeTruthy();
  });
});
