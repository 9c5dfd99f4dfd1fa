import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeUpstream } from '../server/test/support/fake-upstream.ts';
import { launchBrowser, type TestBrowser } from './support/browser.ts';
import { startSite } from './support/site.ts';
import type { TurnpikeProcess } from './support/turnpike-process.ts';

let turnpike: TurnpikeProcess;
let upstream: FakeUpstream;
let tokenKey: string;
let test: TestBrowser;
let page: Server;

beforeAll(async () => {
  const site = await startSite();
  turnpike = site.turnpike;
  upstream = await FakeUpstream.start();
  upstream.plays('openai-chat/hello.json');
  await site.root.createChannel({ base_url: upstream.url, models: 'm' });
  await site.root.createPrice('m', 1, 3);
  tokenKey = (await site.root.createToken()).key;
  page = createServer((_request, response) => response.end('<!doctype html><title>Another site</title>'));
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  test = await launchBrowser();
});
afterAll(async () => {
  await test?.close();
  page?.close();
  await turnpike?.stop();
  await upstream?.stop();
});

it('a page of another origin lists models, calls one, and reads why it was refused', async () => {
  const visitor = await test.browser.newPage();
  await visitor.goto(`http://127.0.0.1:${(page.address() as AddressInfo).port}/`);
  const ask = (path: string, key: string, body?: object) =>
    visitor.evaluate(
      async ([url, authorization, text]) => {
        const answer = await fetch(String(url), {
          method: text === null ? 'GET' : 'POST',
          headers: {
            authorization: String(authorization),
            'content-type': 'application/json',
            'x-stainless-os': 'x',
          },
          body: text ?? null,
        });
        return { status: answer.status, body: await answer.json() };
      },
      [turnpike.url + path, `Bearer ${key}`, body === undefined ? null : JSON.stringify(body)],
    );
  const chat = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }] };

  expect(await ask('/v1/models', tokenKey)).toMatchObject({ status: 200, body: { data: [{ id: 'm' }] } });
  expect(await ask('/v1/chat/completions', tokenKey, chat)).toMatchObject({ status: 200 });
  expect(await ask('/v1/models', 'sk-wrong')).toMatchObject({
    status: 401,
    body: { error: { message: expect.stringContaining('Incorrect API key provided') } },
  });
  expect(await ask('/v1/chat/completions', 'sk-wrong', chat)).toMatchObject({ status: 401 });
});
