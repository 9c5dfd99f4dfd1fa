import { describe, expect, it } from 'vitest';
import { readCallerMessage } from './gemini/gemini-live-messages.ts';
import { readCallerEvent } from './openai/openai-realtime-events.ts';

const live = (message: object | string) => () =>
  readCallerMessage(Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)));
const realtime = (event: object) => () => readCallerEvent(Buffer.from(JSON.stringify(event)));
const turn = (part: object) => ({ clientContent: { turns: [{ role: 'user', parts: [part] }] } });

describe('messages of a session that name content of an account', () => {
  it.each([
    live({
      setup: { model: 'm', tools: [{ fileSearch: { fileSearchStoreNames: ['fileSearchStores/a'] } }] },
    }),
    live(turn({ fileData: { mimeType: 'application/pdf', fileUri: 'files/abc' } })),
    realtime({ type: 'session.update', session: { tools: [{ type: 'mcp', tunnel_id: 'tunnel_1' }] } }),
    realtime({
      type: 'conversation.item.create',
      item: { content: [{ type: 'input_image', file_id: 'f' }] },
    }),
    realtime({
      type: 'response.create',
      response: { input: [{ type: 'message', content: [{ type: 'input_image', file_id: 'f' }] }] },
    }),
    realtime({ type: 'response.create', response: { tools: [{ type: 'mcp', tunnel_id: 'tunnel_1' }] } }),
    realtime({ type: 'response.create', file_id: 'f' }),
    ...[
      'https://generativelanguage.googleapis.com:443/v1beta/files/abc',
      'https:\\\\generativelanguage.googleapis.com/v1beta/files/abc',
      'https:/generativelanguage.googleapis.com/v1beta/files/abc',
      'https://generativelanguage.\tgoogleapis.com/v1beta/files/abc',
      'https://generativelanguage.googleapis.com./v1beta/files/abc',
      'https://x@generativelanguage.googleapis.com/v1beta/files/abc',
      'https://GENERATIVELANGUAGE.googleapis.com/v1beta/files/abc',
      'https://generativelanguage.mtls.googleapis.com/v1beta/files/abc',
    ].map((fileUri) => live(turn({ fileData: { fileUri } }))),
  ])('are refused', (read) => {
    expect(read).toThrow(expect.objectContaining({ code: 'object.not_found' }));
  });

  it('are refused where they name a member twice, or a stored prompt', () => {
    const twice =
      '{"clientContent":{"turns":[{"parts":[{"fileData":{"fileUri":"files/a","fileUri":"https://a.b/c"}}]}]}}';
    expect(live(twice)).toThrow(expect.objectContaining({ code: 'request.duplicate_member' }));
    for (const member of ['session', 'response'])
      expect(realtime({ type: `${member}.update`, [member]: { prompt: { id: 'pmpt_1' } } })).toThrow(
        expect.objectContaining({ code: 'request.invalid' }),
      );
  });

  it('are read where they name nothing of it', () => {
    expect(live(turn({ fileData: { fileUri: 'https://www.youtube.com/watch?v=abc' } }))).not.toThrow();
    const tool = { type: 'function', name: 'f', parameters: { properties: { file_id: { type: 'string' } } } };
    expect(realtime({ type: 'session.update', session: { prompt: null, tools: [tool] } })).not.toThrow();
  });
});
