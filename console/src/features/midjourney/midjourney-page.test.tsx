import { cleanup, screen, within } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { type Answer, serve } from '../../ui/test/test-server.ts';
import MidjourneyPage from './midjourney-page.tsx';

const picture = {
  ...{ id: 3, code: 22, action: 'UPSCALE', mj_id: 'task_m', prompt: 'A fox', prompt_en: 'A fox', state: '' },
  ...{ description: 'Submit success', submit_time: 1_800_000_000_000, start_time: 1_800_000_001_000 },
  ...{ finish_time: 1_800_000_090_000, image_url: '/v1/tasks/task_m/files/0?expires=1&signature=x' },
  ...{
    status: 'SUCCESS',
    progress: '100%',
    fail_reason: '',
    quota: 25_000,
    held_quota: 25_000,
    is_settled: true,
  },
  ...{
    buttons: '[{"customId":"x","emoji":"🔍","label":"Zoom Out 2x"},{"label":"U1"}]',
    mode: 'relax',
    token_id: 1,
  },
  ...{ properties: '{"finalPrompt":"A fox, bright"}', can_cancel: false, can_retry: false },
};
const own = { ...picture, channel_id: 0 };
const any = { ...picture, channel_id: 2, channel_name: 'mj-1', user_id: 9, username: 'ben' };

const page = (row: object): Answer => ({ data: { data: [row], page: 1, size: 10, total_count: 1 } });

async function open(role: number) {
  serve({ 'GET /api/mj/self': page(own), 'GET /api/mj/': page(any) });
  await renderPart(
    <Suspense>
      <MidjourneyPage />
    </Suspense>,
    { address: '/panel/midjourney?open=task_m', self: { id: 7, role } },
  );
  return screen.findByRole('dialog', { name: 'Upscale' });
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows the picture, its prompts and its further actions', async () => {
  const drawer = await open(1);
  expect(within(drawer).getByRole('img').getAttribute('src')).toBe(picture.image_url);
  for (const text of ['A fox, bright', '🔍 Zoom Out 2x · U1', 'relax']) within(drawer).getByText(text);
  const table = screen.getByRole('grid', { name: 'Midjourney', hidden: true });
  expect(within(table).queryByText('ben')).toBeNull();
});

it('shows administrators also the user, the channel and the answer to the submission', async () => {
  const drawer = await open(10);
  for (const text of ['ben #9', 'mj-1 #2', 'Queued']) within(drawer).getByText(text);
});
