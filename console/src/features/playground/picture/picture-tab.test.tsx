import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toastQueue } from '../../../ui/toast/toast.ts';
import { fileField, openTab, refusal, relayJson } from '../test-playground.tsx';

const PNG = 'iVBORw0KGgoAAAANSUhEUg==';
const SVG = btoa('<svg xmlns="http://www.w3.org/2000/svg"></svg>');
const generations = '/v1/images/generations';

beforeEach(() => localStorage.setItem('playground-picture', '{}'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
});

type Answers = Parameters<typeof openTab>[0]['answers'];
const open = (answers: Answers = {}, models = ['dall-e-3', 'gpt-4o', 'gpt-image-1']) =>
  openTab({ models, answers, address: '/#picture' });
const prompt = () => screen.getByRole('textbox', { name: 'Prompt' });
const write = (text: string) => userEvent.type(prompt(), `${text}{Control>}{Enter}{/Control}`);
const result = async (model: string) =>
  within(await screen.findByRole('article', { name: `Result of ${model}` }));

describe('the pictures of the playground', () => {
  it('asks the first model for pictures, and shows them with their cost', async () => {
    const sent = await open({
      [generations]: () => relayJson({ data: [{ b64_json: PNG }, { b64_json: PNG }] }),
    });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Number' }), '2');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Quality' }), 'High');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Size' }), '1024 × 1024');
    await write('A fox');

    const made = await result('dall-e-3');
    expect(await made.findAllByRole('img')).toHaveLength(2);
    expect(await made.findByText('$0.040000')).toBeTruthy();
    expect(made.getAllByRole('link', { name: /^Download picture/ })).toHaveLength(2);
    expect(made.getAllByRole('link', { name: /^Open picture/ })[0]?.getAttribute('href')).toMatch(/^blob:/);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer sk-1');
    expect(sent.map(({ body }) => body)).toEqual([
      {
        ...{ model: 'dall-e-3', prompt: 'A fox', n: 2, size: '1024x1024', quality: 'high' },
        response_format: 'b64_json',
      },
    ]);
  });

  it('offers models for pictures first, then all others and any name', async () => {
    const sent = await open({ [generations]: () => relayJson({ data: [{ b64_json: PNG }] }) });
    const model = screen.getByRole('combobox', { name: 'Model' });
    const first = within(within(model).getByRole('group', { name: 'Make pictures' }));
    expect(first.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'dall-e-3',
      'gpt-image-1',
    ]);
    await userEvent.selectOptions(model, 'Another name…');
    await userEvent.type(screen.getByRole('textbox', { name: 'Model: Another name…' }), 'house-1');
    await write('A fox');
    await result('house-1');
    expect(sent[0]?.body).toMatchObject({ model: 'house-1' });
    expect(localStorage.getItem('playground-picture')).not.toContain('fox');
  });

  it('shows the pictures of a stream one by one', async () => {
    const events = ['partial_image', 'completed', 'completed'].map(
      (kind) => `data: ${JSON.stringify({ type: `image_generation.${kind}`, b64_json: PNG })}\n\n`,
    );
    const sent = await open(
      {
        [generations]: () =>
          new Response(events.join(''), {
            headers: { 'content-type': 'text/event-stream', 'x-request-id': 'req_1' },
          }),
      },
      ['gpt-image-1'],
    );
    await write('A fox');
    const made = await result('gpt-image-1');
    expect(await made.findAllByRole('img')).toHaveLength(2);
    expect(sent[0]?.body).toEqual({ model: 'gpt-image-1', prompt: 'A fox', n: 1, stream: true });
  });

  it('asks again without the format where a model refuses it, and links to pictures of other hosts', async () => {
    const sent = await open(
      {
        [generations]: ({ body }) =>
          body.response_format === undefined
            ? relayJson({ data: [{ url: 'https://vendor.example/a.png' }, { url: 'javascript:alert(1)' }] })
            : refusal(400, { code: 'request.invalid', param: 'response_format' }),
      },
      ['flux-schnell'],
    );
    await write('A fox');
    const made = await result('flux-schnell');
    const link = await made.findByRole('link', { name: /^Open picture/ });
    expect(link.getAttribute('href')).toBe('https://vendor.example/a.png');
    expect(made.queryByRole('img')).toBeNull();
    expect(sent).toHaveLength(2);
  });

  it('does not open a drawing in a page of its own, which could run script', async () => {
    await open({ [generations]: () => relayJson({ data: [{ b64_json: SVG }] }) });
    await write('A fox');
    const made = await result('dall-e-3');
    expect(await made.findByRole('link', { name: /^Download picture/ })).toBeTruthy();
    expect(made.queryByRole('link', { name: /^Open picture/ })).toBeNull();
  });

  it('sends a picture to be edited as a form', async () => {
    const sent = await open({ '/v1/images/edits': () => relayJson({ data: [{ b64_json: PNG }] }) });
    const film = new File(['x'], 'film.mp4', { type: 'video/mp4' });
    const upload = userEvent.setup({ applyAccept: false });
    await upload.upload(fileField('Picture to edit'), film);
    expect(await screen.findByText('The type of film.mp4 is not accepted.')).toBeTruthy();
    await upload.upload(fileField('Picture to edit'), new File(['x'], 'cat.png', { type: 'image/png' }));
    expect(await screen.findByText('cat.png')).toBeTruthy();
    await write('Add a hat');
    await result('dall-e-3');
    expect(sent[0]?.body).toMatchObject({ prompt: 'Add a hat', n: '1', image: { name: 'cat.png' } });
  });

  it('shows why a call failed and which field to look at', async () => {
    await open({ [generations]: () => refusal(400, { code: 'request.invalid', param: 'n' }) });
    await write('A fox');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(/The request is not valid\./)).toBeTruthy();
    expect(alert.getByText('Check this field: Number')).toBeTruthy();
    expect(alert.getByText('req_9')).toBeTruthy();
  });

  it('stops a call under way', async () => {
    const sent = await open({
      [generations]: ({ signal }) =>
        new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
        ),
    });
    await write('A fox');
    await screen.findByText('Making pictures…');
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Stopped')).toBeTruthy();
    expect(sent[0]?.signal?.aborted).toBe(true);
  });

  it('says that no model makes pictures, and still takes any', async () => {
    await open({}, ['gpt-4o']);
    expect(screen.getByText('No model that makes pictures is offered to your group')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create' }).disabled).toBe(true);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Model' }), 'gpt-4o');
    await userEvent.type(prompt(), 'A fox');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create' }).disabled).toBe(false);
  });
});
