import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChannelCheckEvent, ChannelView, CheckedModel } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../../i18n/i18n.ts';
import { channelTypeExamples } from '../../../ui/test/test-channel-types.ts';
import { renderPart } from '../../../ui/test/test-screen.tsx';
import CheckModels from './check-models.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const channel = { id: 5, type: 1, name: 'main', models: 'good,bad,gpt-*' } as ChannelView;
const good: CheckedModel = {
  model: 'good',
  process: [
    {
      name: 'basic',
      results: [
        { name: 'answer', status: 1, remark: '', code: '' },
        { name: 'model', status: 2, remark: '', code: 'channel.model_unnamed' },
      ],
      response: { id: 'chatcmpl-1' },
    },
  ],
};
const bad: CheckedModel = {
  model: 'bad',
  process: [
    {
      name: 'basic',
      results: [{ name: 'model', status: 0, remark: 'cheap', code: 'channel.other_model' }],
      response: null,
    },
  ],
};

/** Plays the server; the events of a check are sent by hand. */
function playServer({ status = 200, failure = {} }: { status?: number; failure?: object } = {}) {
  const asked: { body: unknown; signal: AbortSignal }[] = [];
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  vi.stubGlobal('fetch', async (address: string, { body, signal, method = 'GET' }: RequestInit = {}) => {
    if (address === '/api/channel/types') return Response.json({ success: true, data: channelTypeExamples });
    if (address === '/api/channel/provider_models_list')
      return Response.json({ success: true, data: ['good', 'new'] });
    if (`${method} ${address}` !== 'POST /api/sse/channel/check')
      return Response.json({ success: false, code: 'request.not_found' }, { status: 404 });
    asked.push({ body: JSON.parse(String(body)), signal: signal as AbortSignal });
    if (status !== 200) return Response.json({ success: false, ...failure }, { status });
    const events = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(events, { headers: { 'content-type': 'text/event-stream' } });
  });
  const send = (event: ChannelCheckEvent) =>
    stream?.enqueue(new TextEncoder().encode(`event:message\ndata:${JSON.stringify(event)}\n\n`));
  return {
    asked,
    result: (data: CheckedModel) => send({ type: 'result', data }),
    end() {
      send({ type: 'done', data: 'completed' });
      stream?.close();
    },
    breakOff: () => stream?.error(new TypeError('network error')),
  };
}

async function open(given: Partial<ChannelView> = {}) {
  await Promise.all([loadTexts('channel-check'), loadTexts('channel')]);
  const onClose = vi.fn();
  const { unmount } = await renderPart(<CheckModels channel={{ ...channel, ...given }} onClose={onClose} />, {
    self: { id: 1, role: 100 },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Check the models of main' }));
  const press = (name: string | RegExp) => userEvent.click(dialog.getByRole('button', { name }));
  return { dialog, press, onClose, unmount };
}

describe('the check of a channel’s models', () => {
  it('says what it costs before it begins', async () => {
    const server = playServer();
    const { dialog, press } = await open();
    expect(dialog.getByRole('status').textContent).toBe('Sends up to 6 requests.');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'bad' }));
    expect(dialog.getByRole('status').textContent).toBe('Sends up to 3 requests.');
    expect(server.asked).toEqual([]);

    await press('Start check (1)');
    expect(server.asked.map(({ body }) => body)).toEqual([{ id: 5, models: 'good' }]);
  });

  it('chooses none of many models by itself, and takes no more than a check has', async () => {
    playServer();
    const { dialog } = await open({ models: Array.from({ length: 51 }, (_, at) => `m${at}`).join() });
    const start = dialog.getByRole<HTMLButtonElement>('button', { name: 'Start check (0)' });
    expect(start.disabled).toBe(true);
    await userEvent.click(dialog.getByRole('checkbox', { name: '0 of 51 models' }));
    expect(dialog.getByText('At most 50 models per check.')).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Start check (51)' }).disabled).toBe(true);
  });

  it('adds the models that the provider lists', async () => {
    const server = playServer();
    const { dialog, press } = await open({ models: 'gpt-*' });
    expect(dialog.getByText(/^This channel lists no model by its full name/)).toBeTruthy();
    await userEvent.click(await dialog.findByRole('button', { name: 'Fetch from the provider' }));
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'new' }));
    await press('Start check (1)');
    expect(server.asked[0]?.body).toEqual({ id: 5, models: 'new' });
  });

  it('shows each result as it comes, a failed one with its reason', async () => {
    const server = playServer();
    const { dialog, press } = await open();
    await press('Start check (2)');
    expect(await dialog.findByText('Checked 0 of 2')).toBeTruthy();

    server.result(bad);
    expect((await dialog.findByRole('button', { name: /^bad/ })).textContent).toBe('badFailed');
    expect(dialog.getByRole('button', { name: /^good/ }).textContent).toBe('goodWaiting');
    expect(dialog.getByText('The answer names another model. cheap')).toBeTruthy();
    server.result(good);
    server.end();

    expect(await dialog.findByText('Passed: 1, failed: 1.')).toBeTruthy();
    expect(dialog.queryByText('The answer names no model.')).toBeNull();
    await press(/^good/);
    expect(dialog.getByText('The answer names no model.')).toBeTruthy();
    expect(
      dialog.getByRole('region', { name: 'Answer of the provider', hidden: true }).textContent,
    ).toContain('chatcmpl-1');
    await press('Choose other models');
    expect(dialog.getByRole('button', { name: 'Start check (2)' })).toBeTruthy();
  });

  it('is stopped, and what was found stays', async () => {
    const server = playServer();
    const { dialog, press } = await open();
    await press('Start check (2)');
    server.result(bad);
    await dialog.findByText('Checked 1 of 2');
    await press('Stop');
    expect(await dialog.findByText('Stopped at 1 of 2.')).toBeTruthy();
    expect(dialog.getByRole('button', { name: /^good/ }).textContent).toBe('goodNot checked');
    expect(server.asked[0]?.signal.aborted).toBe(true);
  });

  it('ends with its dialog', async () => {
    const server = playServer();
    const { press, unmount } = await open();
    await press('Start check (2)');
    unmount();
    expect(server.asked[0]?.signal.aborted).toBe(true);
  });

  it('says why it could not begin, and that the connection was lost', async () => {
    playServer({ status: 404, failure: { code: 'channel.not_found', request_id: 'req_9' } });
    const { dialog, press } = await open();
    await press('Start check (2)');
    expect((await dialog.findByRole('alert')).textContent).toContain('There is no such channel.');
    cleanup();

    const server = playServer();
    const again = await open();
    await again.press('Start check (2)');
    server.result(bad);
    await again.dialog.findByText('Checked 1 of 2');
    server.breakOff();
    expect((await again.dialog.findByRole('alert')).textContent).toContain('cannot be reached');
  });
});
