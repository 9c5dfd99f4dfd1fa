import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LogConversion, LogView } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test-screen.tsx';
import { toastQueue } from '../../ui/toast.ts';
import { ToastHost } from '../../ui/toast-host.tsx';
import { LogDrawer } from './log-drawer.tsx';

const row: LogView = {
  ...{ id: 7, request_id: 'req_7', user_id: 2, created_at: 1_800_000_000, type: 2, content: '' },
  ...{ username: 'ann', token_name: 'laptop', model_name: 'gpt-4o', quota: 15, prompt_tokens: 9 },
  ...{ completion_tokens: 2, channel_id: 3, request_time: 80, is_stream: true, source_ip: '192.0.2.1' },
  ended_by: 'completed',
  metadata: {
    group_name: 'default',
    group_ratio: 1,
    charged_by: 'delivered_part',
    lines: [{ bucket: 'textInput', count: 9, ratio: '1' }],
    usage_flags: ['total_differs'],
    units: [
      { kind: 'web_search', count: 2 },
      { kind: 'image', variant: '1024x1024 high', count: 1 },
    ],
    attempts: [
      {
        channel_id: 4,
        status: 500,
        code: 'upstream.error',
        message: '500 shard 7 is on fire',
        duration_ms: 20,
      },
      { channel_id: 3, status: 200, code: '', duration_ms: 80 },
    ],
  },
  channel: { id: 3, name: 'Demo' },
};

describe("a call's drawer", () => {
  beforeEach(async () => {
    const groups = { default: { symbol: 'default', name: 'Everybody', ratio: 1 } };
    const charging = [
      { ending: 'caller_left', moment: 'before_text', ended_by: 'client', charged_by: 'nothing' },
      { ending: 'set_aside', moment: 'end', ended_by: null, charged_by: null },
    ];
    vi.stubGlobal('fetch', async (url: string) =>
      Response.json({ success: true, message: '', data: url.endsWith('/charging') ? charging : groups }),
    );
    await Promise.all([loadTexts('log'), loadTexts('charging')]);
    await renderPart(
      <>
        <LogDrawer requestId="req_7" rows={[row]} isAdmin onClose={() => {}} />
        <ToastHost />
      </>,
    );
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
  });

  it('calls the group by its name', async () => {
    expect(await screen.findByText('Everybody')).toBeTruthy();
  });

  it('shows administrators what each failed try was answered', async () => {
    expect(await screen.findByText('500 shard 7 is on fire')).toBeTruthy();
  });

  it('tells what was wrong with the report, and what was counted beside the tokens', async () => {
    expect(await screen.findByText(/does not match its parts/)).toBeTruthy();
    expect(
      screen.getByText(/Web searches: 2, Images \(1024x1024 high\): 1\..*have a line above/),
    ).toBeTruthy();
  });

  it('names the rule of the charge, and shows all rules as the site has them', async () => {
    const user = userEvent.setup();
    expect(await screen.findByText('Input and the delivered part, estimated')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'How calls are charged' }));

    const table = await screen.findByRole('table', { name: 'How calls are charged' });
    const texts = within(table)
      .getAllByRole('row')
      .map((line) => [...line.children].map(({ textContent }) => textContent));
    expect(texts.slice(1)).toEqual([
      ['was left by its caller', 'Before any text was delivered', 'Nothing'],
      ['has a charge that could not be written yet', 'At its end', 'As when it ended, once it is written'],
    ]);
  });

  it('gives everything that the row holds as JSON', async () => {
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Copy as JSON' }));

    const copied = await navigator.clipboard.readText();
    expect(JSON.parse(copied)).toEqual(row);
    expect(copied).toContain('\n  "request_id": "req_7"');
  });

  it('shows it for copying by hand where the browser refuses', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await user.click(await screen.findByRole('button', { name: 'Copy as JSON' }));

    const shown = await screen.findByText((text) => text.startsWith('{'));
    expect(JSON.parse(shown.textContent)).toEqual(row);
  });
});

describe("a converted call's drawer", () => {
  afterEach(cleanup);

  const open = async (conversion: LogConversion | undefined) => {
    await loadTexts('log');
    const converted = { ...row, metadata: { ...row.metadata, ...(conversion && { conversion }) } };
    await renderPart(<LogDrawer requestId="req_7" rows={[converted]} isAdmin={false} onClose={() => {}} />);
    await screen.findByText('req_7');
  };
  const listed = (name: string) =>
    [...screen.getByRole('list', { name }).children].map(({ textContent }) => textContent);

  it('says what became of each field, what was lost first', async () => {
    await open({
      ...{ from: 'openai-chat', to: 'anthropic-messages', unnamed: 3 },
      fields: [
        { fate: 'added', field: 'max_tokens', why: '8192' },
        { fate: 'dropped', field: 'logit_bias', why: '' },
        { fate: 'approximated', field: 'temperature', why: 'the highest is 1' },
        { fate: 'dropped', field: 'seed', why: '' },
        { fate: 'dropped', field: 'answer.audio', why: '' },
      ],
    });
    expect(screen.getByText('Converted from OpenAI Chat Completions to Anthropic Messages.')).toBeTruthy();
    const names = screen.getAllByRole('list').map((list) => list.getAttribute('aria-label'));
    expect(names.slice(-3)).toEqual(['Dropped', 'Approximated', 'Added']);
    expect(listed('Dropped')).toEqual(['logit_bias', 'seed', 'answer.audio']);
    expect(listed('Approximated')).toEqual(['temperaturethe highest is 1']);
    expect(screen.getByText('3 more fields, not listed')).toBeTruthy();
  });

  it('says that nothing was lost, and names a dialect that it does not know', async () => {
    await open({ from: 'gemini', to: 'of-tomorrow' });
    expect(screen.getByText('Converted from Google Gemini to of-tomorrow. Nothing was lost.')).toBeTruthy();
  });

  it('says nothing where bytes passed', async () => {
    await open(undefined);
    expect(screen.queryByText('Conversion')).toBeNull();
  });
});

describe("a balance change's drawer", () => {
  afterEach(cleanup);

  it('shows the amount with its sign, before and after to the point, by whom and why', async () => {
    await loadTexts('log');
    const balance = { before: 3_000_000, after: 2_500_001, by: { id: 1, username: 'olivia' } };
    const change: LogView = {
      ...{ ...row, type: 3, quota: -499_999, content: 'paid by mistake', model_name: '', token_name: '' },
      ...{ channel_id: 0, channel: null, ended_by: null, metadata: { balance } },
    };
    await renderPart(<LogDrawer requestId="req_7" rows={[change]} isAdmin onClose={() => {}} />);

    const drawer = await screen.findByRole('dialog', { name: 'Balance change' });
    const facts = [...drawer.querySelectorAll('dt')].map((name) => [
      name.textContent,
      name.nextElementSibling?.textContent,
    ]);
    expect(facts.slice(0, 4)).toEqual([
      ['Amount', '-$0.999998'],
      ['Before → after', '$6.000000 → $5.000002'],
      ['Changed by', 'olivia'],
      ['Reason', 'paid by mistake'],
    ]);
  });
});
