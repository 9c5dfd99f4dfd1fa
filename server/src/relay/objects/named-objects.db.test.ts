import { role } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../test/support/databases.ts';
import { sendJson } from '../../../test/support/fake-upstream.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../../../test/support/test-gateway.ts';

const RESPONSES = '/v1/responses';
const ANSWER = {
  ...{ id: 'resp_1', object: 'response', status: 'completed', store: false },
  output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }],
  usage: { input_tokens: 9, output_tokens: 2, total_tokens: 11 },
};

describe.each(anyDatabase)('calls of models that name what a vendor keeps, on $name', ({ open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let gateway: TestGateway;
  let channels: { id: number }[];
  let owner: SeededUser;
  let other: SeededUser;
  let names = 0;
  let output: object[] = ANSWER.output;

  beforeAll(async () => {
    database = await open();
    gateway = await startTestGateway({ databaseUrl: database.url });
    await gateway.seed.price({ model: 'm', input: 0, output: 0 });
    channels = [];
    for (let at = 0; at < 3; at += 1) {
      const channel = await gateway.seed.channel({
        model: 'm',
        dialects: ['openai-chat', 'openai-responses'],
      });
      channels.push(channel);
      gateway.upstream(channel).does((response, { path }) =>
        path === RESPONSES
          ? sendJson(response, 200, JSON.stringify({ ...ANSWER, output }))
          : sendJson(
              response,
              200,
              JSON.stringify({
                choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
                usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
              }),
            ),
      );
    }
    owner = await gateway.seed.user({ quota: 1_000_000 });
    other = await gateway.seed.user({ quota: 1_000_000 });
  });
  afterAll(async () => {
    await gateway.stop();
    await database.drop();
  });

  /** Kept at the second channel. */
  async function keep(kind: 'file' | 'vector_store' | 'container' = 'file', at = 1): Promise<string> {
    names += 1;
    const name = `${kind}-${names}`;
    const place = { channelId: channels[at]?.id ?? 0, keyId: 0 };
    await gateway.core.relay.keptObjects.keep(owner.id, place, { name, kind, shown: '{}' });
    return name;
  }
  const heard = () => channels.map((channel) => gateway.upstream(channel).received.length);
  const chat = (token: string, file: unknown) =>
    gateway.post(token, { model: 'm', messages: [{ role: 'user', content: [{ type: 'file', file }] }] });
  const respond = (token: string, body: object) =>
    gateway.post(token, { model: 'm', input: 'Hi', max_output_tokens: 16, ...body }, { path: RESPONSES });
  const interpreterCall = (container_id: string) => ({
    ...{ type: 'code_interpreter_call', id: 'ci_1', container_id, code: 'x' },
    ...{ status: 'completed', outputs: [] },
  });
  const inFile = (file_id: string) => [{ role: 'user', content: [{ type: 'input_file', file_id }] }];

  const shellWith = (skill_id: string) => ({
    type: 'shell',
    environment: { type: 'container_auto', skills: [{ type: 'skill_reference', skill_id }] },
  });

  it('may be skills that the vendor has for everybody', async () => {
    expect((await respond(other.token, { tools: [shellWith('openai-spreadsheets')] })).status).toBe(200);
  });

  it('are served where it is kept, for its user', async () => {
    const file = await keep();
    const store = await keep('vector_store');
    const container = await keep('container');
    const before = heard();
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await chat(owner.token, { file_id: file })).status).toBe(200);
      expect((await respond(owner.token, { input: inFile(file) })).status).toBe(200);
      const tools = [
        { type: 'file_search', vector_store_ids: [store] },
        { type: 'code_interpreter', container },
        { type: 'code_interpreter', container: { type: 'auto', file_ids: [file] } },
      ];
      expect((await respond(owner.token, { tools })).status).toBe(200);
    }
    const after = heard();
    expect([after[0], after[2]]).toEqual([before[0], before[2]]);
    expect(after[1]).toBe((before[1] ?? 0) + 12);
  });

  it('find nothing of another user’s, wherever it is named', async () => {
    const [file, store, container] = [await keep(), await keep('vector_store'), await keep('container')];
    const before = heard();
    for (const reply of [
      await chat(other.token, { file_id: file }),
      await chat(other.token, { file_id: 'file-none' }),
      await gateway.post(
        other.token,
        `{"model":"m","messages":[{"role":"user","content":[{"type":"file","file":{"file\\u005fid":"${file}"}}]}]}`,
      ),
      await gateway.post(
        other.token,
        {
          ...{ model: 'm', max_tokens: 16 },
          messages: [
            { role: 'user', content: [{ type: 'document', source: { type: 'file', file_id: file } }] },
          ],
        },
        { path: '/v1/messages' },
      ),
      await gateway.post(
        other.token,
        { model: 'm', prompt: 'x', file_id: file },
        { path: '/v1/images/generations' },
      ),
      await respond(other.token, { input: inFile(file) }),
      await respond(other.token, {
        input: [{ role: 'user', content: [{ type: 'input_image', file_id: file }] }],
      }),
      await respond(other.token, { tools: [{ type: 'file_search', vector_store_ids: [store] }] }),
      await respond(other.token, { tools: [{ type: 'code_interpreter', container }] }),
      await respond(other.token, { tools: [{ type: 'code_interpreter', container: { file_ids: [file] } }] }),
      await respond(other.token, {
        prompt: { id: 'pmpt_1', variables: { results: { type: 'input_file', file_id: file } } },
      }),
      // A type that a request gives to an object hides nothing.
      await gateway.post(other.token, {
        ...{ model: 'm', type: 'function' },
        messages: [{ type: 'function', role: 'user', content: [{ type: 'file', file: { file_id: file } }] }],
      }),
      await chat(other.token, { type: 'function', file_id: file }),
      await respond(other.token, { type: 'tool_use', input: inFile(file) }),
      await respond(other.token, { tools: [{ type: 'x_path', vector_store_ids: [store] }] }),
      await respond(other.token, { tools: [shellWith('skill_0123456789abcdef')] }),
      await respond(other.token, { tools: [{ type: 'mcp', server_label: 'x', tunnel_id: 'tunnel_1' }] }),
    ]) {
      expect(reply.status).toBe(404);
      expect(reply.headers.get('x-error-code')).toBe('object.not_found');
    }
    expect(heard()).toEqual(before);
  });

  it.each([
    { vector_store_ids: [['vs_1']] },
    { vector_store_ids: [{ id: 'vs_1' }] },
    { container: { type: 'auto', file_ids: { id: 'file_1' } } },
  ])('are refused in forms that are no id: %j', async (tool) => {
    const reply = await respond(owner.token, { tools: [{ type: 'x', ...tool }] });
    expect(reply.status).toBe(400);
  });

  it('go on in no container of an earlier call that is not their user’s', async () => {
    const container = await keep('container');
    const goOn = { role: 'user', content: `Go on without ${container}` };
    const reply = await respond(other.token, {
      input: [
        interpreterCall(container),
        { ...interpreterCall(''), outputs: [{ file_id: 'cfile_1' }] },
        goOn,
      ],
      tools: [{ type: 'code_interpreter', container: { type: 'auto' } }],
    });
    expect(reply.status).toBe(200);
    const received = channels.flatMap((channel) => gateway.upstream(channel).received);
    const inputs = received.map(({ body }) => body.input as object[]);
    const [call, unnamed] = inputs.find((input) => JSON.stringify([input]).includes(goOn.content)) ?? [];
    expect(call).toEqual({
      ...interpreterCall(container),
      container_id: expect.stringMatching(/^cntr_0+$/),
    });
    expect(unnamed).toMatchObject({ container_id: '' });
  });

  it('tell of containers at several accounts, and go on at one of them', async () => {
    const [here, there] = [await keep('container', 1), await keep('container', 2)];
    const before = heard();
    for (let turn = 0; turn < 3; turn += 1) {
      const input = [interpreterCall(here), interpreterCall(there), { role: 'user', content: 'Go on' }];
      expect((await respond(owner.token, { input })).status).toBe(200);
    }
    expect(heard()[1]).toBe((before[1] ?? 0) + 3);
  });

  it('of a key for some models are not those of others', async () => {
    const { keptObjects } = gateway.core.relay;
    const place = { channelId: channels[1]?.id ?? 0, keyId: 0 };
    keptObjects.note({ userId: owner.id, place, model: 'secret-model' }, [
      { name: 'resp_secret', tokens: 0, keptDays: 1 },
    ]);
    const limited = await gateway.seed.token({ userId: owner.id });
    await gateway.store.db
      .updateTable('tokens')
      .set({ allowed_models: '["m"]' })
      .where('id', '=', limited.tokenId)
      .execute();
    const reply = await respond(limited.token, { previous_response_id: 'resp_secret' });
    expect(reply.status).toBe(403);
    expect((await respond(owner.token, { previous_response_id: 'resp_secret' })).status).toBe(200);
  });

  it('go on in a container that an earlier answer was made in', async () => {
    const made = { type: 'code_interpreter_call', id: 'ci_1', container_id: 'cntr_auto', code: 'x' };
    output = [made, ...ANSWER.output];
    const before = heard();
    await respond(owner.token, { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] });
    const first = heard();
    const tools = [{ type: 'code_interpreter', container: 'cntr_auto' }];
    for (let turn = 0; turn < 3; turn += 1) expect((await respond(owner.token, { tools })).status).toBe(200);
    output = ANSWER.output;
    expect((await respond(other.token, { tools })).status).toBe(404);
    const shares = first.map((count, at) => count - (before[at] ?? 0));
    expect(heard().map((count, at) => count - (first[at] ?? 0))).toEqual(shares.map((count) => count * 3));
  });

  it('with a member twice are refused: another parser may read the first one', async () => {
    const file = await keep();
    const reply = await gateway.post(
      owner.token,
      `{"model":"m","messages":[{"role":"user","content":[{"type":"file","file":{"file_id":"file-x","file_id":"${file}"}}]}]}`,
    );
    expect(reply.status).toBe(400);
    expect(reply.headers.get('x-error-code')).toBe('request.duplicate_member');
  });

  it('of things at two channels, or at one that does not serve the model, do not meet', async () => {
    const [here, there] = [await keep('file', 1), await keep('file', 2)];
    const tools = [{ type: 'code_interpreter', container: { type: 'auto', file_ids: [here, there] } }];
    expect((await respond(owner.token, { tools })).status).toBe(404);
    channels.push(await gateway.seed.channel({ model: 'other' }));
    const elsewhere = await keep('file', 3);
    expect((await chat(owner.token, { file_id: elsewhere })).status).toBe(404);
  });

  it('may send back what earlier answers told of, and say such words elsewhere', async () => {
    const reply = await respond(other.token, {
      metadata: { file_id: 'file-none' },
      input: [
        {
          type: 'file_search_call',
          id: 'fs_1',
          queries: ['x'],
          results: [{ file_id: 'file-gone', text: 'x' }],
        },
        {
          role: 'assistant',
          content: [
            {
              ...{ type: 'output_text', text: 'x' },
              annotations: [
                { type: 'container_file_citation', container_id: 'cntr_auto', file_id: 'cfile_1' },
                { type: 'file_citation', file_id: 'file-gone', index: 0 },
              ],
            },
          ],
        },
        { role: 'user', content: '"file_id": "file-none"' },
      ],
      tools: [
        { type: 'function', name: 'f', parameters: { properties: { file_id: { type: 'string' } } } },
        { type: 'code_interpreter', container: { type: 'auto' } },
      ],
    });
    expect(reply.status).toBe(200);
  });

  it.each([
    { guided_json: { properties: { file_id: { type: 'string' } } } },
    { structured_outputs: { json: { properties: { container_id: {}, file_ids: [1] } } } },
    { response_schema: { properties: { vector_store_ids: { type: 'array' } } } },
    { format: { properties: { file_id: { type: 'string' } } } },
    {
      tools: [{ type: 'function', function: { name: 'f', output_schema: { properties: { file_id: {} } } } }],
    },
    { documents: [{ file_id: 'abc', text: 'x' }] },
    { client_metadata: { file_id: 'x' } },
    {
      messages: [
        { role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: { file_id: 'x' } } }] },
      ],
    },
    {
      messages: [{ role: 'user', content: [{ type: 'file', file: { file_data: 'data:,x', file_id: '' } }] }],
    },
    {
      prompt: { id: 'pmpt_1', variables: { file_id: 'blue', container: { type: 'input_text', text: 'x' } } },
    },
  ])('may have members that are named as ids are: %j', async (members) => {
    const input = 'prompt' in members ? { input: 'Hi', max_output_tokens: 16 } : {};
    const messages = [{ role: 'user', content: 'Hi' }];
    const path = 'prompt' in members ? RESPONSES : '/v1/chat/completions';
    const body = { model: 'm', ...('prompt' in members ? input : { messages }), ...members };
    // A stored prompt is for administrators.
    const { token } =
      'prompt' in members ? await gateway.seed.user({ quota: 10_000_000, role: role.admin }) : other;
    expect((await gateway.post(token, body, { path })).status).toBe(200);
  });

  it('may send back results of tools that Anthropic runs', async () => {
    const result = (content: object) => ({
      ...{ type: 'bash_code_execution_tool_result', tool_use_id: 'srvtoolu_1' },
      content: {
        type: 'bash_code_execution_result',
        stdout: '',
        stderr: '',
        return_code: 0,
        content: [content],
      },
    });
    const made = result({ type: 'bash_code_execution_output', file_id: 'file_1ABCDEFGHIJKLMNOP' });
    const input = { command: 'ls' };
    const use = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'bash_code_execution', input };
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [use, made, { type: 'text', text: 'Done' }] },
      { role: 'user', content: 'Go on' },
    ];
    const body = { model: 'm', max_tokens: 16, messages };
    const reply = await gateway.post(other.token, body, { path: '/v1/messages' });
    expect(reply.headers.get('x-error-code')).toBeNull();
  });

  it('have tools of their callers’ own, whatever those name their members', async () => {
    const reply = await gateway.post(
      other.token,
      {
        ...{ model: 'm', max_tokens: 16 },
        messages: [
          { role: 'user', content: 'Hi' },
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 't', name: 'f', input: { file_id: 'mine' } }],
          },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] },
        ],
        tools: [
          {
            ...{ name: 'f', input_examples: [{ file_id: 'mine' }] },
            input_schema: { type: 'object', properties: { file_id: { type: 'string' } } },
          },
        ],
      },
      { path: '/v1/messages' },
    );
    expect(reply.headers.get('x-error-code')).toBeNull();
    const chatted = await gateway.post(other.token, {
      ...{ model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
      tools: [
        { type: 'function', function: { name: 'f', parameters: { examples: [{ container: 'mine' }] } } },
      ],
    });
    expect(chatted.status).toBe(200);
  });

  it('of administrators may name what is kept by other means', async () => {
    const admin = await gateway.seed.user({ quota: 1_000_000 });
    await gateway.store.db
      .updateTable('users')
      .set({ role: role.admin })
      .where('id', '=', admin.id)
      .execute();
    expect((await chat(admin.token, { file_id: 'file-else' })).status).toBe(200);
  });
});
