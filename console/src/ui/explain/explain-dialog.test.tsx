import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ExplainedCandidate, Explanation } from '@turnpike/contract';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../test/test-screen.tsx';
import { type Answer, serve } from '../test/test-server.ts';
import ExplainDialog from './explain-dialog.tsx';
import type { ExplainStart } from './explain-start.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const candidate = (given: Partial<ExplainedCandidate>): ExplainedCandidate => ({
  ...{ channel_id: 1, channel_name: 'main', key_id: 4, priority: 5, weight: 2, upstream_model: 'gpt-5' },
  ...{ dialect: 'openai-chat', is_native: true, reason: null, seconds: null, lost: '', error: '' },
  ...{ score: null, most: 500, cost_ratio: null, calls: 0, failures: 0, in_flight: 0, first_byte_ms: null },
  ...given,
});
const chosenOne: Explanation = {
  ...{
    model: 'gpt-5',
    group: 'team',
    strategy: 'latency',
    hedge_seconds: 1.5,
    preferred_channel_id: null,
    error: '',
  },
  chosen: { channel_id: 1, key_id: 4 },
  candidates: [
    candidate({ score: 400, calls: 1200, failures: 30, first_byte_ms: 400 }),
    candidate({
      ...{ channel_id: 2, channel_name: 'tired', reason: 'resting', seconds: 12 },
      upstream_model: 'gpt-5-eu',
    }),
    candidate({
      ...{ channel_id: 3, channel_name: 'lossy', reason: 'loses', lost: 'dropped=seed' },
      ...{ dialect: 'anthropic-messages', is_native: false },
    }),
    candidate({
      ...{ channel_id: 5, channel_name: 'narrow', reason: 'refuses', error: 'upstream.context_length' },
    }),
  ],
  candidate_count: 9,
  absent: [{ channel_id: 8, channel_name: 'gone', reason: 'auto_disabled' }],
};
const noneChosen: Explanation = {
  ...{ ...chosenOne, chosen: null, error: 'channel.none_available', candidates: [], candidate_count: 0 },
  absent: [],
};

const keys = [
  { id: 9, name: 'laptop' },
  { id: 7, name: 'sys_playground' },
];

async function openDialog(
  start: ExplainStart,
  answer: Answer | (() => Answer | Promise<Answer>),
  own: readonly object[] = keys,
) {
  const asked = serve({
    'GET /api/token/': { data: { data: own, page: 1, size: 100, total_count: own.length } },
    'GET /api/available_model': {
      data: { 'gpt-5': { groups: [], owned_by: '', price: { type: 'tokens', input: 1, output: 2 } } },
    },
    'GET /api/user_group/': {
      data: { data: [{ id: 1, symbol: 'team', name: 'Team' }], page: 1, size: 100, total_count: 1 },
    },
    'POST /api/channel/explain': answer,
  });
  const onClose = vi.fn();
  await loadTexts('explain');
  await renderPart(
    <Suspense>
      <ExplainDialog start={start} onClose={onClose} />
    </Suspense>,
    { self: { id: 1, role: 100 } },
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain routing' }));
  return { asked, dialog, onClose };
}

describe('the explanation of a choice', () => {
  it('begins with the first own key and a sample model, and has every candidate in words', async () => {
    const { asked, dialog } = await openDialog({}, { data: chosenOne });
    expect(await dialog.findByText('The call would go to main')).toBeTruthy();
    expect(dialog.getByText('For streams without a first byte after 1.5 s')).toBeTruthy();
    expect(asked).toEqual([
      {
        call: 'POST /api/channel/explain',
        body: {
          ...{ token_id: 9, path: '/v1/chat/completions', strict: false },
          body: { model: 'gpt-5', messages: [{ role: 'user', content: 'Hello' }] },
        },
      },
    ]);
    const table = within(dialog.getByRole('table', { name: 'Candidates (9)' }));
    const rows = table.getAllByRole('row').map((line) => [...line.children].map((cell) => cell.textContent));
    expect(rows.slice(1)).toEqual([
      [
        ...['mainopenai-chat, passed through', 'Chosen', '5', '2', '400 ms', '$0.001000'],
        ...['1,200, 30 failed', '400 ms'],
      ],
      [
        ...['tiredas gpt-5-eu · openai-chat, passed through', 'Resting after failures12 s left', '5', '2'],
        ...['by weight', '$0.001000', '0, 0 failed', '–'],
      ],
      [
        'lossyconverted to anthropic-messages',
        ...['Would lose more than the chosen channelWould lose: dropped=seed', '5', '2', 'by weight'],
        ...['$0.001000', '0, 0 failed', '–'],
      ],
      [
        'narrowopenai-chat, passed through',
        expect.stringMatching(/^The request cannot be converted for it\S/),
        ...['5', '2', 'by weight', '$0.001000', '0, 0 failed', '–'],
      ],
    ]);
    expect(rows[4]?.[1]).not.toContain('upstream.context_length');
    expect(table.getByRole('link', { name: 'tired' }).getAttribute('href')).toBe('/panel/channel?open=2');
    expect(dialog.getByText('Only the first 4 are shown.')).toBeTruthy();
    expect(dialog.getByText('Fastest first byte first')).toBeTruthy();
    expect(await dialog.findByText('Team')).toBeTruthy();
    const absent = within(dialog.getByRole('list', { name: 'Not considered (1)' }));
    expect(absent.getByRole('listitem').textContent).toBe('goneDisabled automatically');
  });

  it('is repeated for another key, address and body, from the keyboard alone', async () => {
    const { asked, dialog } = await openDialog({}, { data: chosenOne });
    await dialog.findByText('The call would go to main');
    await userEvent.selectOptions(
      dialog.getByRole('combobox', { name: 'Key' }),
      'Another key, by its number',
    );
    const number = dialog.getByRole('spinbutton', { name: 'Number of the key' });
    await userEvent.clear(number);
    await userEvent.type(number, '41');
    const body = dialog.getByRole('textbox', { name: 'Request body (JSON)' });
    await userEvent.clear(body);
    await userEvent.type(body, '{{"model":"o3"}{Control>}{Enter}{/Control}');
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]?.body).toMatchObject({ token_id: 41, body: { model: 'o3' } });

    await userEvent.click(dialog.getByRole('button', { name: 'Explain' }));
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    expect(asked[2]?.body).toEqual(asked[1]?.body);
  });

  it('is not asked for a body that is no JSON object', async () => {
    const { asked, dialog } = await openDialog({}, { data: chosenOne });
    await dialog.findByText('The call would go to main');
    const body = dialog.getByRole('textbox', { name: 'Request body (JSON)' });
    await userEvent.clear(body);
    await userEvent.type(body, '[[1]');
    await userEvent.click(dialog.getByRole('button', { name: 'Explain' }));
    expect(await dialog.findByText('Not valid JSON.')).toBeTruthy();
    expect(asked).toHaveLength(1);
  });

  it('uses the given key of another user, names the key of a channel with several, and the conversation', async () => {
    const twoKeys = [candidate({}), candidate({ key_id: 6, reason: 'not_chosen' })];
    const data = { ...chosenOne, candidates: twoKeys, preferred_channel_id: 1 };
    const start = { key: { id: 55, name: 'of ann' }, path: '/v1/messages', body: { model: 'claude' } };
    const { asked, dialog } = await openDialog(start, { data });
    expect(await dialog.findByText('The call would go to main, key 4')).toBeTruthy();
    expect(asked[0]?.body).toMatchObject({ token_id: 55, path: '/v1/messages', body: { model: 'claude' } });
    const key = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Key' });
    expect(key.selectedOptions[0]?.text).toBe('of ann (#55)');
    expect(dialog.getByText('Conversation is on').nextElementSibling?.textContent).toBe('main');
  });

  it('has the error in words where no channel can serve the call', async () => {
    const { dialog } = await openDialog({}, { data: noneChosen });
    const alert = await dialog.findByText('No channel can serve this call');
    expect(alert.closest('[role=alert]')?.textContent).toMatch(/^No channel can serve this call\S.* /);
    expect(dialog.queryByText('channel.none_available')).toBeNull();
    expect(dialog.getByText('No channel serves gpt-5')).toBeTruthy();
  });

  it('shows a refusal with its id, and the next explanation replaces it', async () => {
    let answer: Answer = { code: 'token.not_found', status: 404 };
    const { dialog } = await openDialog({}, () => answer);
    expect(await dialog.findByText('req_1')).toBeTruthy();
    answer = { data: chosenOne };
    await userEvent.click(dialog.getByRole('button', { name: 'Explain' }));
    expect(await dialog.findByText('The call would go to main')).toBeTruthy();
    expect(dialog.queryByText('req_1')).toBeNull();
  });

  it('asks for the number of a key where the reader has none', async () => {
    const { asked, dialog } = await openDialog({}, { data: chosenOne }, []);
    expect(await dialog.findByText('No keys yet')).toBeTruthy();
    expect(asked).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Explain' }));
    expect(await dialog.findByText('Must be at least 1.')).toBeTruthy();
    expect(asked).toEqual([]);
  });
});
