import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasPlaygroundKeyQuery } from '../../api/playground-key.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { toastQueue } from '../../ui/toast/toast.ts';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import PlaygroundPage from './playground-page.tsx';

const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
});

const answerOf = (data: unknown): Response => Response.json({ success: true, message: '', data });

/** Plays the gateway: the key, the models, and one answer after the other. */
async function openPlayground({
  models = ['m'],
  available = {},
  deltas = [],
  headers = {},
  role = 1,
}: {
  models?: readonly string[];
  /** Models of the site by name, with their prices. */
  available?: object;
  deltas?: readonly object[];
  headers?: Record<string, string>;
  role?: number;
}) {
  const sent: { messages: unknown[] }[] = [];
  const quoted: { token_id: number; body: { model: string; messages: unknown[] } }[] = [];
  const explained: object[] = [];
  const events = deltas.map((delta) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`);
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const path = address.split('?', 1)[0];
    if (path === '/v1/models') return Response.json({ data: models.map((id) => ({ id })) });
    if (path === '/v1/chat/completions') {
      sent.push(JSON.parse(String(body)));
      return new Response([...events, 'data: [DONE]\n\n'].join(''), {
        headers: { 'x-request-id': 'req_1', ...headers },
      });
    }
    if (path === '/api/token/playground') return answerOf({ id: 7, key: 'sk-1' });
    if (path === '/api/available_model') return answerOf(available);
    if (path === '/api/quote') {
      quoted.push(JSON.parse(String(body)));
      return answerOf({ likely: 500, most: 15_000, input_tokens: 9, output_tokens: 240 });
    }
    if (path === '/api/channel/explain') {
      explained.push(JSON.parse(String(body)));
      return Response.json({ success: false, message: '', code: 'model.not_found' }, { status: 404 });
    }
    return answerOf({ data: [{ name: 'sys_playground' }], total_count: 1, page: 1, size: 1 });
  });
  await renderPart(
    <>
      <PlaygroundPage />
      <ToastHost />
    </>,
    { self: { id: 1, role } },
  );
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  const ask = async (text: string) => {
    await userEvent.type(field, `${text}{Control>}{Enter}{/Control}`);
    return within(await screen.findByRole('article', { name: 'Answer of m' }));
  };
  return { sent, quoted, explained, ask, field };
}

const picture = (name: string, { type = 'image/png', size = 8 } = {}) => {
  const file = new File([new Uint8Array(8)], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};
/** Past what the field offers, as a dropped or renamed file would come. */
const attach = (...files: File[]) =>
  userEvent
    .setup({ applyAccept: false })
    .upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, files);

describe('the playground', () => {
  it('opens with a new key, whatever an earlier look for one says afterwards', async () => {
    const late = Promise.withResolvers<void>();
    let lists = 0;
    vi.stubGlobal('fetch', async (address: string) => {
      const path = address.split('?', 1)[0];
      if (path === '/v1/models') return Response.json({ data: [{ id: 'm' }] });
      if (path === '/api/token/playground') return answerOf({ id: 7, key: 'sk-1' });
      if (path === '/api/available_model') return answerOf({});
      lists += 1;
      if (lists === 2) await late.promise;
      return answerOf({ data: [], total_count: 0, page: 1, size: 1 });
    });
    const { client } = await renderPart(<PlaygroundPage />, { self: { id: 1, role: 1 } });
    const create = await screen.findByRole('button', { name: 'Create trial key' });
    void client.invalidateQueries(hasPlaygroundKeyQuery);
    await vi.waitFor(() => expect(lists).toBe(2));
    await userEvent.click(create);
    await screen.findByRole('textbox', { name: 'Message' });
    late.resolve();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(screen.queryByRole('button', { name: 'Create trial key' })).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Message' })).toBeTruthy();
  });

  it('offers the chat models of every provider', async () => {
    const chat = ['claude-opus-4-5', 'gemini-2.5-flash', 'gemini-2.5-flash-image', 'gpt-4o'];
    await openPlayground({ models: [...chat, 'gemini-embedding-001', 'gpt-image-1', 'gemini-2.5-pro-tts'] });
    const options = within(screen.getByRole('combobox', { name: 'Model' })).getAllByRole<HTMLOptionElement>(
      'option',
    );
    expect(options.map(({ value }) => value)).toEqual(chat);
  });

  it('begins with the cheapest model for chat', async () => {
    const model = (input: number) => ({
      groups: [],
      owned_by: '',
      price: { type: 'tokens', input, output: 1 },
    });
    await openPlayground({
      models: ['a-failing-one', 'claude', 'gpt'],
      available: { claude: model(3), gpt: model(1) },
    });
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Model' }).value).toBe('gpt');
  });

  it('folds the thinking, which opens by keyboard', async () => {
    const { ask } = await openPlayground({
      deltas: [
        { reasoning_content: 'Three times, ' },
        { reasoning_content: 'I counted.' },
        { content: 'Three.' },
      ],
    });
    const answer = await ask('How many r?');
    expect(await answer.findByText('Three.')).toBeTruthy();
    expect(answer.queryByText('Three times, I counted.')).toBeNull();

    const fold = answer.getByRole('button', { name: 'Thinking', expanded: false });
    fold.focus();
    await userEvent.keyboard('{Enter}');

    expect(await answer.findByText('Three times, I counted.')).toBeTruthy();
    expect(fold.getAttribute('aria-expanded')).toBe('true');
  });

  it('shows which tools an answer wants called, and with what', async () => {
    const call = { index: 0, id: 'a', function: { name: 'weather', arguments: '{"city":"Rome","days":2}' } };
    const { ask } = await openPlayground({ deltas: [{ tool_calls: [call] }] });
    const answer = await ask('Weather?');
    expect(await answer.findByText('Calls the tool weather')).toBeTruthy();
    expect(answer.getByRole('region', { name: 'Arguments of weather' }).textContent).toBe(
      '{\n  "city": "Rome",\n  "days": 2\n}',
    );
  });

  it('shows the pictures of an answer, those of other hosts behind a link', async () => {
    const images = [PIXEL, 'https://elsewhere.example/a.png', 'javascript:alert(1)'].map((url) => ({
      image_url: { url },
    }));
    const { ask } = await openPlayground({ deltas: [{ images }] });
    const answer = await ask('Draw');
    const shown = await answer.findByRole('img', { name: 'Picture 1 of the answer' });
    expect(shown.getAttribute('src')).toBe(PIXEL);
    expect(answer.getAllByRole('img')).toHaveLength(1);
    const links = answer.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toContain('https://elsewhere.example/a.png');
    expect(links.join()).not.toContain('javascript');
  });

  it('sends pictures with the message, and with those that follow', async () => {
    const { sent, ask, field } = await openPlayground({ deltas: [{ content: 'A cat.' }] });
    await attach(picture('cat.png'), picture('dog.png'));
    const list = within(await screen.findByRole('list', { name: 'Attached pictures' }));
    await userEvent.click(await list.findByRole('button', { name: 'Remove dog.png' }));
    expect(list.getAllByRole('img')).toHaveLength(1);

    const answer = await ask('What is it?');
    await answer.findByText('A cat.');

    const url = expect.stringMatching(/^data:image\/png;base64,/);
    const question = [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url } },
    ];
    expect(sent.at(-1)?.messages).toEqual([{ role: 'user', content: question }]);
    expect(screen.queryByRole('list', { name: 'Attached pictures' })).toBeNull();
    expect(screen.getByRole('img', { name: 'Sent picture 1' })).toBeTruthy();

    await userEvent.type(field, 'Sure?{Control>}{Enter}{/Control}');
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.at(-1)?.messages).toEqual([
      { role: 'user', content: question },
      { role: 'assistant', content: 'A cat.' },
      { role: 'user', content: 'Sure?' },
    ]);
  });

  it('sends a picture without words, also a pasted one', async () => {
    const { sent, field } = await openPlayground({ deltas: [{ content: 'A cat.' }] });
    field.focus();
    await userEvent.paste({ files: [picture('cat.png')], getData: () => '' } as never);
    await screen.findByRole('list', { name: 'Attached pictures' });
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await vi.waitFor(() =>
      expect(sent).toMatchObject([{ messages: [{ content: [{ type: 'image_url' }] }] }]),
    );
  });

  it('says which files it does not take', async () => {
    await openPlayground({});
    await attach(picture('film.mp4', { type: 'video/mp4' }), picture('wall.png', { size: 5_000_001 }));
    expect(
      await screen.findByText('film.mp4 is not a PNG, JPEG, WebP or GIF and was not attached.'),
    ).toBeTruthy();
    expect(await screen.findByText('wall.png is larger than 5 MB and was not attached.')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Attached pictures' })).toBeNull();
  });

  it.each([
    ['dropped=seed,messages.name; added=max_tokens', 'Lost in the conversion: seed, messages.name'],
    ['added=max_tokens', null],
  ])('says what a conversion lost: %s', async (report, said) => {
    const { ask } = await openPlayground({
      deltas: [{ content: 'Yes.' }],
      headers: { 'x-turnpike-conversion': report },
    });
    const answer = await ask('Well?');
    await answer.findByText('Yes.');
    expect(answer.queryByText(/^Lost in the conversion/)?.textContent ?? null).toBe(said);
  });

  it('says what a question would cost while it is written, with all that was said before', async () => {
    const { quoted, ask, field } = await openPlayground({ deltas: [{ content: 'Bern.' }] });
    expect(screen.getByText('Write a message to see what it will cost')).toBeTruthy();
    await ask('Capital of Switzerland?');

    await userEvent.type(field, 'And of France?');

    const price = await screen.findByText(
      'Costs about $0.001000, at most about $0.030000 · about 9 tokens in, 240 out',
    );
    // Read aloud, the hint stands behind the price and not in its place.
    expect(price.getAttribute('aria-label')).toContain('$0.001000');
    await expect
      .poll(() => quoted.at(-1))
      .toMatchObject({
        token_id: 7,
        body: {
          model: 'm',
          messages: [
            { role: 'user', content: 'Capital of Switzerland?' },
            { role: 'assistant', content: 'Bern.' },
            { role: 'user', content: 'And of France?' },
          ],
        },
      });
  });

  it('explains to administrators where the written question would go, with the conversation before it', async () => {
    const { explained, ask, field } = await openPlayground({ role: 10, deltas: [{ content: 'Bern.' }] });
    const answer = await ask('Capital of Switzerland?');
    await answer.findByText('Bern.');
    await userEvent.type(field, 'And of France?');
    await userEvent.click(screen.getByRole('button', { name: 'Explain routing' }));
    await screen.findByRole('dialog', { name: 'Explain routing' });
    const messages = [
      { role: 'user', content: 'Capital of Switzerland?' },
      { role: 'assistant', content: 'Bern.' },
      { role: 'user', content: 'And of France?' },
    ];
    await vi.waitFor(() =>
      expect(explained).toMatchObject([
        { token_id: 7, path: '/v1/chat/completions', body: { model: 'm', stream: true, messages } },
      ]),
    );
  });

  it('explains nothing to users', async () => {
    await openPlayground({});
    expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Explain routing' })).toBeNull();
  });
});
