import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toastQueue } from '../../../ui/toast/toast.ts';
import { fileField, openTab, refusal, relayJson } from '../test-playground.tsx';

beforeEach(() => localStorage.setItem('playground-speech', '{}'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
});

type Answers = Parameters<typeof openTab>[0]['answers'];
const open = (answers: Answers = {}, models = ['gpt-4o', 'tts-1', 'whisper-1']) =>
  openTab({ models, answers, address: '/#speech' });
const sound = () =>
  new Response(new Blob(['ID3'], { type: 'audio/mpeg' }), { headers: { 'x-request-id': 'req_1' } });
const toTranscription = () => userEvent.click(screen.getByRole('button', { name: 'Speech to text' }));
const upload = (file: File) => userEvent.setup({ applyAccept: false }).upload(fileField('Sound'), file);

describe('text to speech', () => {
  it('speaks with the chosen voice, and plays the speech', async () => {
    const sent = await open({ '/v1/audio/speech': sound });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Voice' }), 'nova');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'WAV');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '1.5 ×');
    await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'Hello{Control>}{Enter}{/Control}');
    const made = within(await screen.findByRole('article', { name: 'Result of tts-1' }));
    const player = await made.findByLabelText(/^Speech/);
    expect(player.getAttribute('src')).toMatch(/^blob:/);
    expect(made.getByRole('link', { name: /^Download speech/ }).getAttribute('download')).toMatch(/\.wav$/);
    expect(await made.findByText('$0.040000')).toBeTruthy();
    expect(sent.map(({ body }) => body)).toEqual([
      { model: 'tts-1', input: 'Hello', voice: 'nova', response_format: 'wav', speed: 1.5 },
    ]);
    player.dispatchEvent(new Event('error'));
    expect(
      await made.findByText('This browser does not play WAV. Download the file to listen.'),
    ).toBeTruthy();
  });

  it('shows why a call failed', async () => {
    await open({ '/v1/audio/speech': () => refusal(402, { code: 'quota.insufficient' }) });
    await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'Hello');
    await userEvent.click(screen.getByRole('button', { name: 'Speak' }));
    expect((await screen.findByRole('alert')).textContent).toContain('req_9');
  });
});

describe('speech to text', () => {
  it('transcribes a file, which it checks before', async () => {
    const sent = await open({ '/v1/audio/transcriptions': () => relayJson({ text: 'Good morning.' }) });
    await toTranscription();
    await upload(new File([], 'empty.mp3', { type: 'audio/mpeg' }));
    expect(await screen.findByText('empty.mp3 is empty.')).toBeTruthy();
    await upload(new File(['x'], 'morning.mp3', { type: 'audio/mpeg' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'English');
    await userEvent.click(screen.getByRole('button', { name: 'Transcribe' }));
    expect(await screen.findByText('Good morning.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy text' })).toBeTruthy();
    expect(sent[0]?.body).toMatchObject({
      model: 'whisper-1',
      language: 'en',
      file: { name: 'morning.mp3' },
    });
  });

  it('records by the microphone where the browser allows it', async () => {
    let recorder: { onstop: () => void; ondataavailable: (event: object) => void } | undefined;
    const stop = vi.fn();
    const stream = { getTracks: () => [{ stop }] };
    vi.stubGlobal(
      'MediaRecorder',
      class {
        readonly mimeType = 'audio/webm;codecs=opus';
        readonly stream = stream;
        constructor() {
          recorder = this as never;
        }
        start() {}
        stop() {
          recorder?.ondataavailable({ data: new Blob(['x']) });
          recorder?.onstop();
        }
      },
    );
    const getUserMedia = vi.fn().mockRejectedValueOnce(new Error('refused')).mockResolvedValue(stream);
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
    const sent = await open({ '/v1/audio/transcriptions': () => relayJson({ text: '' }) });
    await toTranscription();
    await userEvent.click(screen.getByRole('button', { name: 'Record' }));
    expect(await screen.findByText(/^The browser does not allow the microphone/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Record' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Stop recording/ }));
    expect(await screen.findByText('recording.webm')).toBeTruthy();
    expect(stop).toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Transcribe' }));
    expect(await screen.findByText('The model heard no words.')).toBeTruthy();
    expect(sent[0]?.body).toMatchObject({ file: { type: 'audio/webm' } });
  });

  it('says that no model transcribes', async () => {
    await open({}, ['tts-1']);
    await toTranscription();
    expect(await screen.findByText('No model that transcribes is offered to your group')).toBeTruthy();
  });
});
