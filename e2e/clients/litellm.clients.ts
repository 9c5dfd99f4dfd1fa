import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeUpstream, framedEvents, sendJson } from '../../server/test/support/fake-upstream.ts';
import { startSite } from '../support/site.ts';
import type { TurnpikeProcess } from '../support/turnpike-process.ts';
import { type PythonPackages, pythonPackages } from './python-packages.ts';

/** Brings LiteLLM 1.75.0 along. */
const AIDER = 'aider-chat==0.86.2';

/** Asks `small` through a router that may fall back, and prints what answered. */
const routerProgram = `
import os, sys
os.environ['LITELLM_LOCAL_MODEL_COST_MAP'] = 'True'
import litellm
from litellm import Router

litellm.suppress_debug_info = True
fallbacks = {sys.argv[2]: [{sys.argv[1]: ['large']}]}
def deployment(name):
    params = {'model': 'openai/' + name, 'api_base': os.environ['BASE'], 'api_key': os.environ['KEY']}
    return {'model_name': name, 'litellm_params': params}
router = Router(model_list=[deployment(sys.argv[1]), deployment('large')], num_retries=0, **fallbacks)
answer = router.completion(model=sys.argv[1], messages=[{'role': 'user', 'content': 'Say hello'}])
print('ANSWER', answer.choices[0].message.content)
`;

describe('clients of Python', () => {
  let turnpike: TurnpikeProcess;
  let upstream: FakeUpstream;
  let python: PythonPackages;
  let tokenKey: string;
  let folder: string;

  beforeAll(async () => {
    python = await pythonPackages([AIDER]);
    const site = await startSite();
    turnpike = site.turnpike;
    upstream = await FakeUpstream.start();
    await site.root.liftRateLimit();
    await site.root.createChannel({ base_url: upstream.url, models: 'small,strict,large' });
    for (const model of ['small', 'strict', 'large']) await site.root.createPrice(model, 1, 3);
    tokenKey = (await site.root.createToken()).key;
    folder = mkdtempSync(join(tmpdir(), 'turnpike-clients-'));
    upstream.does((response, { body }) => {
      if (body.model === 'small') return sendJson(response, 400, JSON.stringify(contextOverflow));
      if (body.model === 'strict') return sendJson(response, 400, JSON.stringify(refusedContent));
      if (body.stream !== true) return sendJson(response, 200, JSON.stringify(hello));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(framedEvents('openai-chat/hello.chunks.txt').join(''));
    });
  }, 600_000);
  afterAll(async () => {
    await turnpike?.stop();
    await upstream?.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['a context overflow', 'small', 'context_window_fallbacks'],
    ['refused content', 'strict', 'content_policy_fallbacks'],
  ])('LiteLLM’s router falls back after %s', async (_what, model, fallbacks) => {
    const { output } = await python.run('python', ['-c', routerProgram, model, fallbacks], {
      env: { BASE: `${turnpike.url}/v1`, KEY: tokenKey },
      cwd: folder,
    });

    expect(output).toContain('ANSWER Hello!');
  });

  it('aider says that the model’s context is full', async () => {
    writeFileSync(join(folder, 'notes.txt'), 'Notes\n');
    const { output } = await python.run(
      'aider',
      [
        ...['--model', 'openai/small', '--message', 'Say hello', '--no-git', '--yes-always', '--no-pretty'],
        ...['--no-check-update', '--no-show-model-warnings', '--no-analytics', '--no-show-release-notes'],
        ...['--map-tokens', '0', 'notes.txt'],
      ],
      { env: { OPENAI_API_BASE: `${turnpike.url}/v1`, OPENAI_API_KEY: tokenKey }, cwd: folder },
    );

    expect(output).toContain('has hit a token limit');
  });
});

/** As vLLM says it. */
const contextOverflow = {
  error: {
    message:
      "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens in the messages. Please reduce the length of the messages.",
    type: 'BadRequestError',
    param: null,
    code: 400,
  },
};

/** As Azure OpenAI says it. */
const refusedContent = {
  error: {
    message:
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
    type: null,
    param: 'prompt',
    code: 'content_filter',
    status: 400,
  },
};

const hello = {
  ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_700_000_000, model: 'large' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello!' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
};
