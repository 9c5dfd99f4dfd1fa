import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LogConversion, LogView } from '@turnpike/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { toastQueue } from '../../ui/toast/toast.ts';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import { LogDrawer } from './log-drawer.tsx';

const row: LogView = {
  ...{ id: 7, request_id: 'req_7', user_id: 2, created_at: 1_800_000_000, type: 2, content: '' },
  ...{
    username: 'ann',
    token_id: 12,
    token_name: 'laptop',
    model_name: 'gpt-4o',
    quota: 15,
    prompt_tokens: 9,
  },
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
        channel_name: 'Spare',
        key_id: 12,
        status: 500,
        code: 'upstream.error',
        message: '500 shard 7 is on fire',
        duration_ms: 20,
      },
      { channel_id: 4, status: 0, code: '', duration_ms: 60, hedged: true },
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

  it('leads administrators to the key among those of its user', async () => {
    const link = await screen.findByRole('link', { name: 'laptop' });
    expect(link.getAttribute('href')).toBe(`/panel/user?open=${row.user_id}`);
  });

  it('shows administrators what each failed try was answered', async () => {
    expect(await screen.findByText('500 shard 7 is on fire')).toBeTruthy();
    expect(screen.getByText('1. Channel Spare · key 12')).toBeTruthy();
    expect(screen.getByText('2. Channel #4')).toBeTruthy();
    expect(screen.getByText('Another channel answered first')).toBeTruthy();
    expect(screen.getByText('3. Channel #3')).toBeTruthy();
  });

  it('explains to administrators where such a call would go now', async () => {
    const user = userEvent.setup();
    const explained: object[] = [];
    const served = fetch;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url === '/api/channel/explain') {
        explained.push(JSON.parse(String(init?.body)));
        return Response.json({ success: false, message: '', code: 'model.not_found' }, { status: 404 });
      }
      if (url.startsWith('/api/token/'))
        return Response.json({ success: true, message: '', data: { data: [], total_count: 0 } });
      return served(url, init);
    });
    await user.click(await screen.findByRole('button', { name: 'Explain routing' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Explain routing' }));
    expect(await dialog.findByRole('option', { name: 'laptop (#12)' })).toBeTruthy();
    expect(explained).toMatchObject([{ token_id: 12, body: { model: 'gpt-4o' } }]);
  });

  it('tells what was wrong with the report, and what was counted without a price', async () => {
    expect(await screen.findByText(/does not match its parts/)).toBeTruthy();
    expect(screen.getByText(/no price is set: Web searches: 2, Images \(1024x1024 high\): 1$/)).toBeTruthy();
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
      ['Client disconnected', 'Before any text was delivered', 'Nothing'],
      ['Charge not recorded yet', 'At the end', 'As calculated when it ended, once recorded'],
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

describe('the cost of a call', () => {
  beforeEach(async () => {
    const team = { symbol: 'team', name: 'Team', ratio: 1.2 };
    vi.stubGlobal('fetch', async () => Response.json({ success: true, message: '', data: { team } }));
    await Promise.all([loadTexts('log'), loadTexts('charging')]);
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  const open = async (quota: number, metadata: LogView['metadata']) => {
    const charged = { ...row, quota, metadata: { group_name: 'team', group_ratio: 1.2, ...metadata } };
    await renderPart(<LogDrawer requestId="req_7" rows={[charged]} isAdmin={false} onClose={() => {}} />);
    await screen.findByText('Group Team');
    const table = screen.getByRole('table', { name: 'Cost breakdown' });
    const section = table.closest('section');
    return {
      reasons: within(section as HTMLElement)
        .queryAllByRole('listitem')
        .map(({ textContent }) => textContent),
      lines: within(table)
        .getAllByRole('row')
        .map((line) => [...line.children].map(({ textContent }) => textContent).join(' | ')),
    };
  };

  it('is told in money: each line at its price, then service tier and group, then what was charged', async () => {
    const { reasons, lines } = await open(155_385, {
      ...{ service_tier: 'priority', tier_ratio: '1.8' },
      lines: [
        { bucket: 'textInput', count: 9100, ratio: '0.125' },
        { bucket: 'textOutput', count: 800, ratio: '1' },
        { bucket: 'web_search', count: 14, ratio: '5000' },
      ],
      units: [{ kind: 'web_search', count: 14 }],
    });
    expect(lines).toEqual([
      'Item | Count | Price per 1M | Cost',
      'Input | 9,100 | $0.25 | $0.002275',
      'Output | 800 | $2.00 | $0.001600',
      'Web searches | 14 | $0.01 each | $0.140000',
      'Subtotal | $0.143875',
      'Service tier priority | × 1.8',
      'Group Team | × 1.2',
      'Charged | $0.310770',
    ]);
    expect(reasons).toEqual([
      '97% of the cost: Web searches (14)',
      expect.stringMatching(/^Web searches: .*charged in addition/),
    ]);
    expect(screen.queryByText(/no price is set/)).toBeNull();
  });

  it('has the factor of the hour in its sum', async () => {
    const { lines } = await open(12, {
      hour_ratio: '0.5',
      lines: [{ bucket: 'textInput', count: 20, ratio: '1' }],
    });
    expect(lines.slice(2)).toEqual(['Time of day | × 0.5', 'Group Team | × 1.2', 'Charged | $0.000024']);
  });

  it('is told to the part of a point where its sum is rounded up', async () => {
    const { lines } = await open(28, {
      estimated: true,
      lines: [
        { bucket: 'textInput', count: 10, ratio: '0.55' },
        { bucket: 'textOutput', count: 8, ratio: '2.2' },
      ],
    });
    expect(lines.slice(3)).toEqual([
      'Subtotal | $0.0000462',
      'Group Team | × 1.2',
      'Total, rounded up to whole points | $0.00005544',
      'Charged | $0.000056',
    ]);
  });

  it.each([
    {
      lines: [
        { bucket: 'textInput', count: 412_300, ratio: '1.25' },
        { bucket: 'textOutput', count: 1900, ratio: '7.5' },
      ],
      price_step: 200_000,
      said: [
        '97% of the cost: Input (412,300 tokens)',
        /longer than 200,000 tokens, so the long-input price/,
      ],
    },
    {
      lines: [
        { bucket: 'textInput', count: 640, ratio: '0.625' },
        { bucket: 'reasoningOutput', count: 38_200, ratio: '5' },
      ],
      said: ['100% of the cost: Reasoning (38,200 tokens)', /^Reasoning: tokens that the model uses/],
    },
    {
      lines: [
        { bucket: 'textInput', count: 400, ratio: '1.5' },
        { bucket: 'cacheWrite5m', count: 94_800, ratio: '1.875' },
      ],
      said: ['100% of the cost: Cache write (94,800 tokens)', /^Cache write: the prompt was stored/],
    },
  ])('is explained in words: $said', async ({ said, ...metadata }) => {
    const { reasons } = await open(1, metadata);
    expect(reasons).toEqual(said.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))));
  });
});

describe("a batch's drawer", () => {
  afterEach(cleanup);

  it('says which batch it was and how many of its answers were charged', async () => {
    await loadTexts('log');
    const batch = { id: 'batch_7', answers: 3, unread: 1 };
    const ended = { ...row, metadata: { ...row.metadata, batch } };
    await renderPart(<LogDrawer requestId="req_7" rows={[ended]} isAdmin={false} onClose={() => {}} />);
    await screen.findByText('batch_7 · answers charged: 3 · usage not readable: 1');
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
      ['Amount', '−$1.00'],
      ['Before → after', '$6.00 → $5.00'],
      ['Changed by', 'olivia'],
      ['Reason', 'paid by mistake'],
    ]);
  });
});

describe('the drawer of a call that was preceded by a search', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it.each([
    [{ state: 'used', results: 3 } as const, 'Used, 3 results'],
    [{ state: 'unused' } as const, 'Not needed'],
    [{ state: 'failed', error_code: 'search.failed' } as const, 'Failed: The search engine did not answer.'],
  ])('says how the search ended: %j', async (search, text) => {
    vi.stubGlobal('fetch', async () => Response.json({ success: true, message: '', data: {} }));
    await Promise.all([loadTexts('log'), loadTexts('charging')]);
    const searched = { ...row, metadata: { ...row.metadata, search } };
    await renderPart(<LogDrawer requestId="req_7" rows={[searched]} isAdmin={false} onClose={() => {}} />);
    expect(await screen.findByText('Web search')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
  });
});
