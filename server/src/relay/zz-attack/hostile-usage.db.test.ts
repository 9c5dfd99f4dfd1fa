import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeUpstream, sendJson } from '../../../test/support/fake-upstream.ts';
import { startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const values = [
  '-1',
  '1e308',
  '-1e308',
  '1e400',
  '"7"',
  '"NaN"',
  '""',
  'null',
  'true',
  '[]',
  '{}',
  '1.5',
  '0.1',
  '99999999999999999999',
  '100000001',
  '-0',
  '1E2',
  '"1e9"',
  '2.9999999999999999999',
  '{"__proto__":1}',
  '[1]',
];
const paths = {
  chat: {
    path: '/v1/chat/completions',
    dialect: 'openai-chat',
    body: { messages: [{ role: 'user', content: 'hello there' }] },
    whole: (u: string) =>
      `{"id":"x","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Hello world"},"finish_reason":"stop"}],"usage":${u}}`,
    stream: (u: string) =>
      `data: {"choices":[{"index":0,"delta":{"content":"Hello world"},"finish_reason":null}]}\n\ndata: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: {"choices":[],"usage":${u}}\n\ndata: [DONE]\n\n`,
    usages: (v: string) => [
      `{"prompt_tokens":${v},"completion_tokens":2}`,
      `{"prompt_tokens":9,"completion_tokens":${v}}`,
      `{"prompt_tokens":9,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":${v}}}`,
      `{"prompt_tokens":9,"completion_tokens":2,"completion_tokens_details":{"reasoning_tokens":${v},"audio_tokens":${v}}}`,
      `{"prompt_tokens":9,"completion_tokens":2,"num_search_queries":${v},"total_tokens":${v},"cost":${v}}`,
      v,
    ],
  },
  messages: {
    path: '/v1/messages',
    dialect: 'anthropic-messages',
    body: { max_tokens: 50, messages: [{ role: 'user', content: 'hello there' }] },
    whole: (u: string) =>
      `{"id":"x","type":"message","role":"assistant","model":"m","stop_reason":"end_turn","content":[{"type":"text","text":"Hello world"}],"usage":${u}}`,
    stream: (u: string) =>
      `event: message_start\ndata: {"type":"message_start","message":{"id":"x","type":"message","role":"assistant","model":"m","content":[],"usage":${u}}}\n\nevent: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\nevent: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello world"}}\n\nevent: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\nevent: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":${u}}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n`,
    usages: (v: string) => [
      `{"input_tokens":${v},"output_tokens":2}`,
      `{"input_tokens":9,"output_tokens":${v}}`,
      `{"input_tokens":9,"output_tokens":2,"cache_read_input_tokens":${v},"cache_creation_input_tokens":${v}}`,
      `{"input_tokens":9,"output_tokens":2,"cache_creation_input_tokens":5,"cache_creation":{"ephemeral_5m_input_tokens":${v},"ephemeral_1h_input_tokens":${v}}}`,
      `{"input_tokens":9,"output_tokens":2,"server_tool_use":{"web_search_requests":${v}},"service_tier":${v}}`,
      `{"input_tokens":9,"output_tokens":2,"iterations":${v}}`,
      `{"input_tokens":9,"output_tokens":2,"iterations":[{"type":"message","input_tokens":${v},"output_tokens":${v}}]}`,
      v,
    ],
  },
  responses: {
    path: '/v1/responses',
    dialect: 'openai-responses',
    body: { input: 'hello there' },
    whole: (u: string) =>
      `{"id":"resp_1","object":"response","status":"completed","model":"m","output":[{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hello world","annotations":[]}]}],"usage":${u}}`,
    stream: (u: string) =>
      `event: response.created\ndata: {"type":"response.created","response":{"id":"resp_1","object":"response","status":"in_progress","output":[]}}\n\nevent: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"Hello world"}\n\nevent: response.completed\ndata: {"type":"response.completed","response":{"id":"resp_1","object":"response","status":"completed","output":[],"usage":${u}}}\n\n`,
    usages: (v: string) => [
      `{"input_tokens":${v},"output_tokens":2}`,
      `{"input_tokens":9,"output_tokens":${v}}`,
      `{"input_tokens":9,"output_tokens":2,"input_tokens_details":{"cached_tokens":${v}},"output_tokens_details":{"reasoning_tokens":${v}}}`,
      v,
    ],
  },
  gemini: {
    path: '/v1beta/models/MODEL:generateContent',
    dialect: 'gemini',
    body: { contents: [{ role: 'user', parts: [{ text: 'hello there' }] }] },
    whole: (u: string) =>
      `{"candidates":[{"index":0,"content":{"role":"model","parts":[{"text":"Hello world"}]},"finishReason":"STOP"}],"usageMetadata":${u}}`,
    stream: (u: string) =>
      `data: {"candidates":[{"index":0,"content":{"role":"model","parts":[{"text":"Hello world"}]}}],"usageMetadata":${u}}\n\ndata: {"candidates":[{"index":0,"content":{"role":"model","parts":[]},"finishReason":"STOP"}],"usageMetadata":${u}}\n\n`,
    usages: (v: string) => [
      `{"promptTokenCount":${v},"candidatesTokenCount":2,"totalTokenCount":11}`,
      `{"promptTokenCount":9,"candidatesTokenCount":${v},"totalTokenCount":11}`,
      `{"promptTokenCount":9,"candidatesTokenCount":2,"thoughtsTokenCount":${v},"toolUsePromptTokenCount":${v},"cachedContentTokenCount":${v}}`,
      `{"promptTokenCount":9,"candidatesTokenCount":2,"totalTokenCount":${v}}`,
      `{"promptTokenCount":9,"candidatesTokenCount":2,"promptTokensDetails":[{"modality":"AUDIO","tokenCount":${v}}],"candidatesTokensDetails":${v}}`,
      v,
    ],
  },
} as const;

describe.each(Object.entries(paths))('%s', (name, { path, dialect, body, whole, stream, usages }) => {
  it.each([false, true])('streamed: %s', async (streamed) => {
    const others = Object.keys(paths)
      .filter((o) => o !== name)
      .slice(0, 1);
    const odd: unknown[] = [];
    for (const caller of [name, ...others]) {
      const c = paths[caller as keyof typeof paths];
      const model = `${name}-${caller}-${streamed}`;
      await gateway.seed
        .price({
          model,
          input: 1,
          output: 3,
          parts: { units: [{ kind: 'search', variant: '', price: 1 }] } as never,
        })
        .catch(async () => gateway.seed.price({ model, input: 1, output: 3 }));
      const up = await FakeUpstream.start({ refuses: () => null });
      await gateway.seed.channel({ model, dialects: [dialect], baseUrl: up.url });
      for (const v of values)
        for (const u of usages(v)) {
          const user = await gateway.seed.user({ quota: 100_000 });
          up.does((response, r) => {
            const isStream = r.body.stream === true || r.path.includes('stream');
            if (!isStream) return sendJson(response, 200, whole(u));
            response.writeHead(200, { 'content-type': 'text/event-stream' });
            response.end(stream(u));
          });
          const before = gateway.reports.length;
          const p = c.path
            .replace('MODEL', model)
            .replace('generateContent', streamed ? 'streamGenerateContent?alt=sse' : 'generateContent');
          const reply = await gateway.post(
            user.token,
            caller === 'gemini' ? c.body : { model, ...c.body, stream: streamed },
            { path: p },
          );
          const text = await reply.text();
          const rows = await gateway.logRowsOf(user);
          const left = await gateway.quotaOf(user);
          const [row] = rows;
          const bad =
            reply.status >= 500 ||
            rows.length !== 1 ||
            left !== 100_000 - (row?.quota ?? 0) ||
            (reply.status === 200 && (row?.quota ?? 0) < 5) ||
            gateway.reports.slice(before).some((r) => /settlement|kept/.test(r));
          if (bad || (row?.quota ?? 0) > 1000)
            odd.push([
              caller,
              u,
              reply.status,
              rows.length,
              row?.quota,
              left,
              row?.metadata?.charged_by,
              row?.metadata?.error_code,
              gateway.reports.slice(before),
              text.length,
              text.includes('Hello world'),
            ]);
        }
    }
    for (const o of odd) console.log(JSON.stringify(o));
    expect(gateway.core.quotaBook.heldPoints()).toBe(0);
    expect(odd).toHaveLength(0);
  });
});
