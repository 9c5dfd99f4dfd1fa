import { expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

const b64 = (n: number) => Buffer.alloc(n, 7).toString('base64');
const wav = (n: number) => {
  const h = Buffer.alloc(44);
  h.write('RIFF');
  h.write('WAVEfmt ', 8);
  h.writeUInt32LE(16, 16);
  h.writeUInt16LE(1, 20);
  h.writeUInt16LE(1, 22);
  h.writeUInt32LE(8000, 24);
  h.writeUInt32LE(16000, 28);
  h.writeUInt16LE(2, 32);
  h.writeUInt16LE(16, 34);
  h.write('data', 36);
  h.writeUInt32LE(n, 40);
  return Buffer.concat([h, Buffer.alloc(n)]).toString('base64');
};
const chatAnswer = JSON.stringify({
  id: 'x',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello world' }, finish_reason: 'stop' }],
});
const chat = (parts: unknown[]) => ({
  path: '/v1/chat/completions',
  body: {
    model: 'm',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'what is this, please' }, ...parts] }],
  },
  answer: chatAnswer,
});
const cases: Record<string, { path: string; body: object; answer: string; type?: string }> = {};
for (const n of [1, 1001, 6401, 12345]) {
  cases[`audio mp3 ${n}`] = chat([{ type: 'input_audio', input_audio: { data: b64(n), format: 'mp3' } }]);
  cases[`audio wav ${n}`] = chat([{ type: 'input_audio', input_audio: { data: wav(n), format: 'wav' } }]);
  cases[`file ${n}`] = chat([
    { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${b64(n)}` } },
  ]);
  cases[`image ${n}`] = chat([{ type: 'image_url', image_url: { url: `data:image/png;base64,${b64(n)}` } }]);
}
cases['audio output'] = {
  path: '/v1/chat/completions',
  body: {
    model: 'm',
    modalities: ['text', 'audio'],
    audio: { voice: 'alloy', format: 'wav' },
    messages: [{ role: 'user', content: 'hello there' }],
  },
  answer: JSON.stringify({
    id: 'x',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: null,
          audio: { id: 'audio_1', data: b64(12347), transcript: 'Hello', expires_at: 1 },
        },
        finish_reason: 'stop',
      },
    ],
  }),
};
cases.embeddings = {
  path: '/v1/embeddings',
  body: { model: 'm', input: ['hello there world', 'more text'] },
  answer: JSON.stringify({
    object: 'list',
    data: [
      { object: 'embedding', index: 0, embedding: [0.1, 0.2] },
      { object: 'embedding', index: 1, embedding: [0.1, 0.2] },
    ],
  }),
};
cases['embedding tokens'] = {
  path: '/v1/embeddings',
  body: { model: 'm', input: [[1, 2, 3, 4, 5.5]] },
  answer: JSON.stringify({
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.1, 0.2] }],
  }),
};
cases.rerank = {
  path: '/v1/rerank',
  body: { model: 'm', query: 'hello there', documents: ['a b c', 'd e f'] },
  answer: JSON.stringify({ results: [{ index: 0, relevance_score: 0.5 }] }),
};
cases.speech = {
  path: '/v1/audio/speech',
  body: { model: 'm', input: 'Hello there, how are you', voice: 'alloy' },
  answer: 'x'.repeat(12345),
  type: 'audio/mpeg',
};
cases.images = {
  path: '/v1/images/generations',
  body: { model: 'm', prompt: 'a cat sits there', n: 2 },
  answer: JSON.stringify({ created: 1, data: [{ b64_json: b64(999) }, { b64_json: b64(999) }] }),
};
cases.moderations = {
  path: '/v1/moderations',
  body: { model: 'm', input: 'hello there' },
  answer: JSON.stringify({ id: 'x', model: 'm', results: [{ flagged: false }] }),
};
cases.completions = {
  path: '/v1/completions',
  body: { model: 'm', prompt: 'hello there world', max_tokens: 7, n: 3, best_of: 5, echo: true },
  answer: JSON.stringify({
    id: 'x',
    object: 'text_completion',
    choices: [{ index: 0, text: 'hello there world and more', finish_reason: 'stop' }],
  }),
};

it('every kind of call without usage is charged and logged', async () => {
  const gateway = await startTestGateway();
  await gateway.seed.price({ model: 'm', input: 0.37, output: 1.13 });
  const up = await FakeUpstream.start({ refuses: () => null });
  await gateway.seed.channel({ model: 'm', type: 1, baseUrl: up.url });
  await gateway.seed
    .channel({
      model: 'm',
      baseUrl: up.url,
      dialects: [
        'openai-chat',
        'openai-completions',
        'embeddings',
        'openai-embeddings',
        'rerank',
        'speech',
        'images',
      ],
    })
    .catch(() => {});
  const bad: unknown[] = [];
  for (const [what, { path, body, answer, type }] of Object.entries(cases)) {
    up.does((response) => sendJson(response, 200, answer, { 'content-type': type ?? 'application/json' }));
    const user = await gateway.seed.user({ quota: 1_000_000_000 });
    const before = up.received.length;
    const reply = await gateway.post(user.token, body, { path });
    const text = await reply.text();
    const rows = await gateway.logRowsOf(user);
    console.log(
      what,
      reply.status,
      up.received.length - before,
      rows.map((r) => [r.quota, r.prompt_tokens, r.completion_tokens, r.metadata?.charged_by]),
      reply.status === 200 ? '' : text.slice(0, 120),
    );
    if (up.received.length > before && (rows.length !== 1 || (reply.status === 200 && !rows[0]?.quota)))
      bad.push(what);
  }
  console.log(gateway.reports);
  await gateway.stop();
  await up.stop();
  expect(bad).toEqual([]);
});
