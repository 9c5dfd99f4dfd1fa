import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { cozeFraming } from './coze-framing.ts';
import { asCozeTakesIt } from './coze-request.ts';

async function askedOf(request: object) {
  const report = new ConversionReport();
  const [edit] = await asCozeTakesIt(Buffer.from(JSON.stringify(request)), { report });
  return { asked: JSON.parse(edit?.replacement ?? ''), report: report.header() };
}

describe('a question to a bot', () => {
  it('is its turns, by the bot’s number, and names what a bot decides by itself', async () => {
    const { asked, report } = await askedOf({
      ...{ model: 'coze-738', user: 'u1', temperature: 0.5, tools: [], stop: null },
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
        { role: 'assistant', content: 'Ho', tool_calls: [{ id: 'a' }] },
        { role: 'user', content: '?' },
      ],
    });
    expect(asked).toEqual({
      ...{ bot_id: '738', user_id: 'u1', stream: true, auto_save_history: false },
      additional_messages: [
        { role: 'user', type: 'question', content: 'Be kind.', content_type: 'text' },
        { role: 'user', type: 'question', content: 'Hi', content_type: 'text' },
        { role: 'assistant', type: 'answer', content: 'Ho', content_type: 'text' },
        { role: 'user', type: 'question', content: '?', content_type: 'text' },
      ],
    });
    expect(report).toBe('dropped=temperature,tools,messages.tool_calls; approximated=messages.system');
  });

  const picture = (url: string) => ({
    model: '738',
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
  });

  it('has pictures by their address only', async () => {
    const { asked } = await askedOf(picture('https://a.example/a.png'));
    expect(asked.additional_messages).toMatchObject([
      { content: '[{"type":"image","file_url":"https://a.example/a.png"}]', content_type: 'object_string' },
    ]);
    await expect(askedOf(picture('data:image/png;base64,QUJD'))).rejects.toMatchObject({
      fields: [{ field: 'messages.content', code: 'unsupported_image' }],
    });
  });

  it('is refused where it is too long', async () => {
    await expect(askedOf({ model: '1', messages: 'x'.repeat(2 ** 20) })).rejects.toMatchObject({
      code: 'request.too_large',
    });
  });
});

describe('an answer of a bot', () => {
  const recorded = readFileSync(
    new URL('../../../test/recordings/providers/coze/chat.sse.txt', import.meta.url),
  );

  async function chunksOf(text: string | Buffer, pieceBytes = 7) {
    const frames = await cozeFraming.open();
    const bytes = Buffer.from(text);
    let events = '';
    for (let at = 0; at < bytes.length; at += pieceBytes)
      events += frames.push(Buffer.from(bytes.subarray(at, at + pieceBytes)));
    return (events + frames.end())
      .trim()
      .split('\n\n')
      .map((event) => event.slice('data: '.length));
  }

  it('is told as a chat: thinking and text once, the end, the usage', async () => {
    const chunks = await chunksOf(recorded);
    expect(chunks.at(-1)).toBe('[DONE]');
    const parsed = chunks.slice(0, -1).map((chunk) => JSON.parse(chunk));
    expect(parsed.map(({ choices }) => choices[0]?.delta)).toEqual([
      { reasoning_content: 'A greeting.' },
      { content: 'Hello' },
      { content: ' there.' },
      {},
      undefined,
    ]);
    expect(parsed.at(-1).usage).toEqual({ prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 });
  });

  it.each([
    ['event:error\ndata:{"code":4013,"msg":"Slow"}\n\n', 429, 'Slow'],
    ['event:conversation.chat.failed\ndata:{"last_error":{"code":4028,"msg":"Paid"}}\n\n', 402, 'Paid'],
    ['{"code":4100,"msg":"authentication is invalid"}', 401, 'authentication is invalid'],
    ['{"code":4200,"msg":"no bot"}', 404, 'no bot'],
    ['{"code":99,"msg":"?"}', 500, '?'],
    [
      'event:conversation.chat.requires_action\ndata:{"status":"requires_action"}\n\n',
      400,
      expect.any(String),
    ],
  ])('%s is an error with the status %i', async (text, code, message) => {
    const [chunk] = await chunksOf(text);
    expect(JSON.parse(chunk ?? '').error).toMatchObject({ code, message });
  });

  it('may come whole, and usage of nothing is none', async () => {
    const chunks = await chunksOf(
      [
        'event:conversation.message.completed\ndata:{"id":"1","type":"answer","content":"Hi"}\n\n',
        'event:conversation.chat.completed\ndata:{"usage":{"token_count":0}}\n\n',
      ].join(''),
    );
    expect(chunks).toHaveLength(3);
    expect(chunks[0]).toContain('"content":"Hi"');
  });
});
