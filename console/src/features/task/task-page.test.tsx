import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import type { ShownTask } from './task-api.ts';
import TaskPage from './task-page.tsx';

const file = (index: number, kind: 'audio' | 'video' | 'image') => ({
  ...{ kind, name: `task_a-${index}`, url: `/v1/tasks/task_a/files/${index}?expires=1&signature=x` },
});

const done: ShownTask = {
  ...{
    id: 3,
    task_id: 'task_a',
    platform: 'suno',
    platform_label: 'Suno',
    action: 'MUSIC',
    model: 'chirp-v4',
  },
  ...{ status: 'SUCCESS', progress: 100, fail_reason: '', prompt: 'A song about rain' },
  ...{ created_at: 1_800_000_000, updated_at: 1_800_000_200, submit_time: 1_800_000_000 },
  ...{
    start_time: 1_800_000_010,
    finish_time: 1_800_000_200,
    quota: 50_000,
    held_quota: 50_000,
    is_settled: true,
  },
  ...{ token_id: 1, token_name: 'build', request_id: 'req_a', can_cancel: false, can_retry: false },
  files: [file(0, 'audio'), file(1, 'video'), file(2, 'image')],
  data: {
    data: [
      {
        ...{ id: 'clip', title: 'Rain', audio_url: file(0, 'audio').url, video_url: file(1, 'video').url },
        ...{
          image_url: file(2, 'image').url,
          metadata: { prompt: 'Drip, drop', gpt_description_prompt: 'A song about rain' },
        },
      },
      { id: 'other', title: 'Sun', audio_url: 'https://vendor.example/hidden.mp3', image_url: '' },
    ],
  },
};
const failed: ShownTask = {
  ...{ ...done, id: 4, task_id: 'task_b', action: 'text2video', platform_label: 'Kling', model: 'kling-v2' },
  ...{
    status: 'FAILURE',
    fail_reason: 'The picture has a face',
    quota: 0,
    files: [],
    data: null,
    can_retry: true,
  },
};
const running: ShownTask = {
  ...{
    ...failed,
    id: 5,
    task_id: 'task_c',
    status: 'IN_PROGRESS',
    progress: 40,
    fail_reason: '',
    can_retry: false,
  },
  ...{ is_settled: false, can_cancel: true, finish_time: 0 },
};

const page = (rows: ShownTask[]) => ({ data: { data: rows, page: 1, size: 10, total_count: rows.length } });

async function open(address: string, role = 1) {
  const sent = serve({
    'GET /api/user/self': { data: { id: 7, role } },
    'GET /api/task/notice_secret': { data: { secret: 'whsec_abc' } },
    'GET /api/task/self': page([running, failed, done]),
    'GET /api/task/': page([
      {
        ...done,
        user_id: 9,
        username: 'ben',
        channel_id: 2,
        channel_name: 'suno-1',
        upstream_id: 'v1',
        note: 'raw words',
      },
    ]),
    'GET /api/task/self/task_a': { data: done },
    'GET /api/task/self/task_b': { data: failed },
    'GET /api/task/self/task_c': { data: running },
    'POST /api/task/self/task_b/retry': { data: { ...running } },
    'POST /api/task/self/task_c/cancel': { data: { ...running, status: 'CANCELLED' } },
  });
  await renderPart(
    <Suspense>
      <TaskPage />
    </Suspense>,
    { address },
  );
  return sent;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the list of tasks', () => {
  it('shows states, progress and points of own tasks', async () => {
    await open('/panel/task');
    const table = await screen.findByRole('grid', { name: 'Tasks' });
    expect(await within(table).findByText('40%')).toBeDefined();
    expect(within(table).getByText('Failed')).toBeDefined();
    expect(within(table).getByText('The picture has a face')).toBeDefined();
    expect(within(table).getByText('3 files')).toBeDefined();
  });
});

it('shows the secret of notices when it is asked for', async () => {
  const user = userEvent.setup();
  await open('/panel/task');
  await user.click(await screen.findByRole('button', { name: 'Webhook secret' }));
  const dialog = await screen.findByRole('dialog', { name: 'Webhook secret' });
  await within(dialog).findByText('whsec_abc');
});

describe('the drawer of a task', () => {
  it('plays songs with their lyrics, from this site only', async () => {
    const user = userEvent.setup();
    await open('/panel/task?open=task_a');
    const drawer = await screen.findByRole('dialog', { name: 'Song · chirp-v4' });
    expect(within(drawer).getByText('Rain')).toBeDefined();
    const player = drawer.querySelector('audio');
    expect(player?.getAttribute('src')).toBe(file(0, 'audio').url);
    await user.click(within(drawer).getByRole('button', { name: 'Lyrics' }));
    expect(await within(drawer).findByText('Drip, drop')).toBeDefined();
    await user.click(within(drawer).getByText('Sun'));
    expect(drawer.querySelector('audio')).toBeNull();
    expect(within(drawer).getByText('Still being made')).toBeDefined();
  });

  it('of a failed task says why, what was given back, and makes it again', async () => {
    const user = userEvent.setup();
    const sent = await open('/panel/task?open=task_b');
    const drawer = await screen.findByRole('dialog', { name: 'Video from text · kling-v2' });
    expect(within(drawer).getByRole('alert').textContent).toContain('The picture has a face');
    expect(within(drawer).getByText('Given back')).toBeDefined();
    await user.click(within(drawer).getByRole('button', { name: 'Make again' }));
    expect(sent.map(({ call }) => call)).toContain('POST /api/task/self/task_b/retry');
  });

  it('of a task under way cancels it after a question', async () => {
    const user = userEvent.setup();
    const sent = await open('/panel/task?open=task_c');
    const drawer = await screen.findByRole('dialog', { name: 'Video from text · kling-v2' });
    await user.click(within(drawer).getByRole('button', { name: 'Cancel task' }));
    const question = await screen.findByRole('dialog', { name: 'Cancel this task?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel task' }));
    expect(sent.map(({ call }) => call)).toContain('POST /api/task/self/task_c/cancel');
  });
});
