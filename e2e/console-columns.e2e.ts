import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../server/test/support/fake-upstream.ts';
import { isLong } from '../server/test/support/long-tests.ts';
import { launchBrowser, type TestBrowser } from './support/browser.ts';
import { eventually, ROOT_NAME, startSite } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';
import { type Language, WatchedPage } from './support/watched-page.ts';

const LONG = 'a-name-of-thirty-characters-xx';
const MODEL = 'an-organisation/a-model-with-a-rather-long-name-2026-11-22-preview';

/** Columns that each list must show, by the narrowest window that has room for them. */
const lists = [
  { path: '/panel/log', columns: { quota: 1024, end: 1024, username: 1440 } },
  {
    path: '/panel/channel',
    columns: { status: 1024, health: 1024, priority: 1280, weight: 1280, day: 1440 },
  },
  { path: '/panel/user', columns: { status: 1024, quota: 1024 } },
  { path: '/panel/token', columns: { status: 1024, used_quota: 1024, remain_quota: 1024 } },
  { path: '/panel/user_group', columns: { ratio: 1024, api_rate: 1024, channel_count: 1024 } },
];

const answerOf = (tokens: number) => ({
  ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_762_500_000, model: MODEL },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: tokens, completion_tokens: tokens, total_tokens: 2 * tokens },
});

describe('a list that is wider than its window', () => {
  let test: TestBrowser;
  let turnpike: TurnpikeProcess;
  let upstream: FakeUpstream;
  beforeAll(async () => {
    upstream = await FakeUpstream.start();
    const site = await startSite();
    turnpike = site.turnpike;
    const { root } = site;
    await root.call('POST', `/api/user/quota/${root.id}`, { quota: 900_000_000_000 });
    const channel = { name: LONG, base_url: upstream.url, priority: 1_000_000, weight: 1_000_000 };
    const { id } = await root.createChannel({ ...channel, models: `${MODEL},${MODEL}-2` });
    await root.call('POST', `/api/channel/test/${id}`);
    await root.createPrice(MODEL, 9000, 9000);
    await root.call('POST', '/api/user/', {
      username: 'twelve-chars',
      password: 'correct horse battery',
    });
    const { key } = await root.call<{ key: string }>('POST', '/api/token/', {
      ...{ name: LONG, expired_time: -1, remain_quota: 0, unlimited_quota: true },
    });
    upstream.does((response) => sendJson(response, 200, JSON.stringify(answerOf(1_234_567))));
    const answer = await fetch(`${turnpike.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'Hello' }] }),
    });
    expect(answer.status).toBe(200);
    await eventually(async () => (await root.callRows()).length === 1);
    test = await launchBrowser();
  });
  afterAll(async () => {
    await test?.close();
    await turnpike?.stop();
    await upstream?.stop();
  });

  const open = async (width: number, language: Language = 'en_US') => {
    const visitor = await WatchedPage.open(test.browser, { url: turnpike.url, language, width });
    await visitor.signIn(ROOT_NAME);
    return visitor;
  };

  it.each(isLong ? [1024, 1280, 1440] : [1024])('shows what matters wholly at %i px', async (width) => {
    const visitor = await open(width);
    for (const { path, columns } of lists) {
      await visitor.visit(path);
      const wanted = Object.entries(columns).filter(([, from]) => width >= from);
      const shown = (await visitor.page.evaluate(shownColumns)) as ShownColumn[];
      const whole = shown.filter((column) => column.isInSight).map(({ id }) => id);
      expect({ path, whole }).toEqual({
        path,
        whole: expect.arrayContaining(wanted.map(([id]) => id)),
      });
      expect({ path, cut: shown.filter(({ isNumber, isCut }) => isNumber && isCut) }).toEqual({
        path,
        cut: [],
      });
    }
    expect(visitor.takeComplaints()).toEqual([]);
    await visitor.close();
  });

  it('brings a column back when the window is wide again, or when the reader asks; then its edge shows more', async () => {
    const visitor = await open(1024);
    const { page } = visitor;
    await visitor.visit('/panel/log');
    const durations = page.getByRole('columnheader', { name: 'Duration / first' });
    expect(await durations.count()).toBe(0);
    await page.setViewportSize({ width: 1900, height: 900 });
    await durations.waitFor();
    await page.setViewportSize({ width: 1024, height: 900 });
    await durations.waitFor({ state: 'detached' });
    expect(await page.evaluate(edge)).toBe('false');

    await page.getByRole('button', { name: 'Table view' }).click();
    for (const name of ['Duration / first', 'Key', 'User', 'Channel', 'From IP']) {
      await page.getByRole('checkbox', { name }).check();
    }
    await page.keyboard.press('Escape');
    await durations.waitFor();
    expect(await page.evaluate(edge)).toBe('true');
    expect(await page.evaluate(shade)).not.toBe('none');
    await visitor.close();
  });
});

interface ShownColumn {
  id: string;
  isNumber: boolean;
  isInSight: boolean;
  isCut: boolean;
}

/** Runs in the page: every column of the list, with where its cells lie. */
const shownColumns = `(() => {
  const table = document.querySelector('[role=grid]');
  const place = table.parentElement.getBoundingClientRect();
  const heads = [...table.querySelectorAll('thead th')];
  const last = table.querySelector('tbody td[data-stick=last]')?.getBoundingClientRect();
  const right = Math.min(place.right, last?.left ?? Infinity);
  return heads.flatMap((head, index) => {
    if (!head.dataset.column) return [];
    const cells = [...table.querySelectorAll('tr[data-row]')].map((row) => row.children[index]);
    return [{
      id: head.dataset.column,
      isNumber: cells.some((cell) => cell.dataset.align === 'right'),
      isInSight: [head, ...cells].every((cell) => {
        const box = cell.getBoundingClientRect();
        return box.left >= place.left - 0.5 && box.right <= right + 0.5;
      }),
      isCut: [head, ...cells].some((cell) => cell.scrollWidth > cell.clientWidth),
    }];
  });
})()`;

const edge = `document.querySelector('[role=grid]').parentElement.parentElement.dataset.more`;
const shade = `getComputedStyle(document.querySelector('[role=grid]').parentElement.parentElement, '::after').backgroundImage`;
