import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileField, openTab, refusal, relayJson } from '../test-playground.tsx';
import type { VideoTask } from './video-calls.ts';

beforeEach(() => localStorage.setItem('playground-video', '{}'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Answers = NonNullable<Parameters<typeof openTab>[0]['answers']>;

const task = (change: Partial<VideoTask> = {}): VideoTask => ({
  ...{ id: 'task_a', model: 'kling-v2', prompt: 'A boat', status: 'IN_PROGRESS', progress: 40 },
  ...{ fail_reason: null, created_at: 1_800_000_000, finished_at: null, files: [], ...change },
});
const money =
  (change: object = {}) =>
  () =>
    Response.json({
      success: true,
      data: { quota: 0, held_quota: 50_000, is_settled: false, can_cancel: true, ...change },
    });

/** Events of a task, sent by the test. */
function events() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(made) {
      controller = made;
    },
  });
  return {
    answer: () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    send: (next: VideoTask) =>
      controller?.enqueue(new TextEncoder().encode(`event: task\ndata: ${JSON.stringify(next)}\n\n`)),
    end: () => controller?.close(),
  };
}

const open = (answers: Answers = {}, { address = '/#video', models = ['gpt-4o', 'kling-v2'] } = {}) =>
  openTab({ models, answers, address });
const write = (text: string) =>
  userEvent.type(screen.getByRole('textbox', { name: 'Prompt' }), `${text}{Control>}{Enter}{/Control}`);
const ownTask = 'GET /api/task/self/task_a';
const file = {
  kind: 'video',
  name: 'a.mp4',
  url: 'http://elsewhere.test/v1/tasks/task_a/files/0?s=1',
} as const;

describe('the videos of the playground', () => {
  it('makes a video, follows its task by events, and plays it', async () => {
    const stream = events();
    const sent = await open({
      'POST /v1/videos': () => relayJson({ id: 'task_a' }),
      '/v1/tasks/task_a/events': stream.answer,
      [ownTask]: money(),
    });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Aspect ratio or size' }), '9:16');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Length' }), '5 s');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'Professional');
    await write('A boat');
    await vi.waitFor(() =>
      expect(sent[0]?.body).toEqual({
        ...{ model: 'kling-v2', prompt: 'A boat', seconds: '5', aspect_ratio: '9:16', mode: 'pro' },
      }),
    );

    stream.send(task());
    const shown = within(await screen.findByRole('article', { name: 'Result of kling-v2' }));
    expect(shown.getByText('40%')).toBeTruthy();
    expect(await shown.findByText('$0.100000')).toBeTruthy();
    expect(shown.getByRole('link', { name: 'Open under Tasks' }).getAttribute('href')).toBe(
      '/panel/task?open=task_a',
    );
    stream.send(task({ status: 'SUCCESS', progress: 100, files: [file] }));
    const player = await shown.findByLabelText('Video a.mp4');
    // By the path: the reader may have come to the site by another name.
    expect(player.getAttribute('src')).toBe('/v1/tasks/task_a/files/0?s=1');
    expect(shown.queryByRole('button', { name: 'Cancel video' })).toBeNull();
  });

  it('sends a first picture and a size as a form', async () => {
    const sent = await open({
      'POST /v1/videos': () => refusal(400, { code: 'request.invalid', param: 'size' }),
    });
    await userEvent.upload(fileField('First picture'), new File(['x'], 'cat.png', { type: 'image/png' }));
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Aspect ratio or size' }),
      '1280 × 720',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Check this field: Aspect ratio or size')).toBeTruthy();
    expect(sent[0]?.body).toMatchObject({ size: '1280x720', input_reference: { name: 'cat.png' } });
  });

  it('finds a task again by the address, asks where events end early, and says what a failure cost', async () => {
    const sent = await open(
      {
        '/v1/tasks/task_a/events': () =>
          new Response('', { headers: { 'content-type': 'text/event-stream' } }),
        '/v1/tasks/task_a': () =>
          relayJson(task({ status: 'FAILURE', fail_reason: 'The picture has a face' })),
        [ownTask]: money({ is_settled: true, can_cancel: false }),
      },
      { address: '/?task=task_a#video' },
    );
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('The picture has a face')).toBeTruthy();
    expect(alert.getByText('Nothing was charged.')).toBeTruthy();
    expect(sent.map(({ path }) => path)).toContain('/v1/tasks/task_a');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('cancels a task after a question', async () => {
    const stream = events();
    const sent = await open(
      {
        '/v1/tasks/task_a/events': stream.answer,
        '/v1/tasks/task_a/cancel': () => relayJson(task({ status: 'CANCELLED' })),
        [ownTask]: money(),
      },
      { address: '/?task=task_a#video' },
    );
    stream.send(task());
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel video' }));
    const question = await screen.findByRole('dialog', { name: 'Cancel this video?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel video' }));
    expect(await screen.findByText('Nothing was charged.')).toBeTruthy();
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain('POST /v1/tasks/task_a/cancel');
  });

  it('keeps the task over a change of the tab', async () => {
    const stream = events();
    await open(
      { '/v1/tasks/task_a/events': stream.answer, [ownTask]: money() },
      { address: '/?task=task_a#video' },
    );
    stream.send(task());
    await screen.findByText('40%');
    await userEvent.click(screen.getByRole('tab', { name: 'Chat' }));
    stream.send(task({ progress: 80 }));
    await userEvent.click(screen.getByRole('tab', { name: 'Video' }));
    expect(await screen.findByText('80%')).toBeTruthy();
  });

  it('shows that a task is not known', async () => {
    await open(
      { '/v1/tasks/task_a/events': () => refusal(404, { code: 'task.not_found' }) },
      { address: '/?task=task_a#video' },
    );
    expect((await screen.findByRole('alert')).textContent).toContain('req_9');
  });

  it('says that no model makes videos', async () => {
    await open({}, { models: ['gpt-4o'] });
    expect(screen.getByText('No model that makes videos is offered to your group')).toBeTruthy();
  });
});
