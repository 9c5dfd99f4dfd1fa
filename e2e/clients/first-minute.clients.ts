import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { claudeCode } from '@turnpike/contract/key-use/clients/claude-code';
import { openWebUi } from '@turnpike/contract/key-use/clients/open-webui';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  MAIL_ACCOUNT,
  MAIL_PASSWORD,
  type MailHost,
  startMailHost,
} from '../../server/test/support/mail-host.ts';
import {
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../server/test/upstreams/scripted/scripted-upstream.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { eventually, startSite, type Visitor } from '../support/site.ts';
import { freePort, type TurnpikeProcess } from '../support/turnpike-process.ts';
import { WatchedPage } from '../support/watched-page.ts';
import { npmProgram } from './npm-packages.ts';
import { pythonPackages } from './python-packages.ts';

const MODEL = 'claude-sonnet-4-5';
const LAST_WORDS = 'The barrier is up.';
const RUN_MS = 90_000;
const START_MS = 240_000;

let turnpike: TurnpikeProcess;
let root: Visitor;
let host: MailHost;
let upstream: ScriptedUpstream;
let test: TestBrowser;
let home: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'turnpike-first-minute-'));
  host = await startMailHost();
  test = await launchBrowser();
  ({ turnpike, root } = await startSite());
  upstream = await startScriptedUpstream('anthropic-messages');
  upstream.does(() => ({ text: LAST_WORDS }));
  await root.createChannel({ type: 14, base_url: upstream.url, models: MODEL });
  const options = {
    ...{ SMTPServer: '127.0.0.1', SMTPPort: String(host.port), SMTPAccount: MAIL_ACCOUNT },
    ...{ SMTPToken: MAIL_PASSWORD, SMTPFrom: 'gateway@site.test', ServerAddress: turnpike.url },
    ...{ EmailVerificationEnabled: 'true', InvitationRequired: 'true' },
    ...{ QuotaForNewUser: '500000', QuotaForInvitee: '250000', QuotaForInviter: '100000' },
  };
  await root.call('PUT', '/api/option/batch', {
    options: Object.entries(options).map(([key, value]) => ({ key, value })),
  });
}, 120_000);
afterAll(async () => {
  await test?.close();
  await turnpike?.stop();
  await upstream?.stop();
  await host?.stop();
  rmSync(home, { recursive: true, force: true });
});

/** The text that a reader copies from the dialog of a key. */
async function copyOf(page: Page, client: string, button: string | RegExp): Promise<string> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('客户端').selectOption(client);
  await dialog.getByRole('button', { name: button }).first().click();
  return page.evaluate('navigator.clipboard.readText()');
}

it('a guest with a phone registers by an invitation, and two clients answer by what the page gives', async () => {
  const inviter = await root.createUser('hanna', 1);
  const code = await inviter.call<string>('GET', '/api/user/aff');
  const visitor = await WatchedPage.open(test.browser, {
    ...{ url: turnpike.url, language: 'zh_CN', theme: 'dark', width: 360, height: 740, isTouch: true },
  });
  const { page } = visitor;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.visit(`/register?aff=${code}`);
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await field('用户名').fill('gast');
  for (const name of ['密码', '再次输入密码'])
    await page.getByLabel(name, { exact: true }).fill('correct horse battery');
  await field('邮箱').fill('gast@mail.test');
  await button('获取验证码').click();
  await expect.poll(() => host.mails.length).toBe(1);
  await field('邮箱验证码').fill(host.code());
  await button('创建账号').click();
  await page.waitForURL('**/panel');

  await visitor.visit('/panel/token?open=new');
  await page.locator('input[name=name]').fill('phone');
  await page.getByRole('dialog').getByRole('button', { name: '创建令牌' }).click();
  const dialog = page.getByRole('dialog', { name: /phone/ });
  const tokenKey = (await dialog.getByText(/^sk-\w{20,}$/).textContent()) ?? '';

  const settings = await copyOf(page, 'Claude Code', /settings\.json/);
  const path = join(home, '.claude/settings.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, settings);
  expect(await answerOfClaudeCode()).toContain(LAST_WORDS);

  await dialog.getByLabel('客户端').selectOption('Open WebUI');
  const connection = await dialog.getByText(`${turnpike.url}/v1`).first().textContent();
  expect(await answerOfOpenWebUi({ url: connection ?? '', key: tokenKey })).toBe(LAST_WORDS);

  // Both calls are in the guest's own log, and were charged.
  await visitor.visit('/panel/log');
  await expect.poll(() => page.getByText(MODEL).count()).toBeGreaterThanOrEqual(2);
  expect(await inviter.call('GET', '/api/user/aff/overview')).toMatchObject({
    ...{ invited_count: 1, transferable_quota: 100_000 },
  });
  expect(visitor.takeComplaints()).toEqual([]);
  await visitor.close();
}, 900_000);

const inside = { HOME: '', TERM: 'dumb', NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };

async function answerOfClaudeCode(): Promise<string> {
  const program = await npmProgram(`@anthropic-ai/claude-code@${claudeCode.tried}`, 'claude');
  const child = spawn('bash', ['-c', `claude -p --model ${MODEL} 'Say that the barrier is up.'`], {
    cwd: home,
    // Nothing but the gateway answers.
    env: {
      ...{ ...inside, HOME: home, PATH: `${dirname(program)}:${process.env.PATH}` },
      ...{ HTTPS_PROXY: 'http://127.0.0.1:9', IS_SANDBOX: '1' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  await once(child, 'close');
  return output;
}

/** Members of its answers that are read here. */
interface WebUiAnswer {
  token?: string;
  data?: { id: string }[];
  choices?: { message: { content: string } }[];
}

/** Runs Open WebUI with the fields of the page as its connection, and asks it as its own page does. */
async function answerOfOpenWebUi({ url, key }: { url: string; key: string }): Promise<string> {
  const { folder } = await pythonPackages([`open-webui==${openWebUi.tried}`]);
  const port = await freePort();
  let output = '';
  const program = spawn(
    join(folder, 'bin/open-webui'),
    ['serve', '--host', '127.0.0.1', '--port', `${port}`],
    {
      cwd: home,
      env: {
        ...{
          ...inside,
          HOME: home,
          PATH: `${folder}/bin:${process.env.PATH}`,
          DATA_DIR: join(home, 'webui'),
        },
        ...{ OPENAI_API_BASE_URL: url, OPENAI_API_KEY: key, ENABLE_OLLAMA_API: 'false', WEBUI_AUTH: 'False' },
        ...{ OFFLINE_MODE: 'true', HF_HUB_OFFLINE: '1', RAG_EMBEDDING_ENGINE: 'openai' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  try {
    const origin = `http://127.0.0.1:${port}`;
    const ask = async (path: string, init: RequestInit = {}): Promise<WebUiAnswer | undefined> => {
      const reply = await fetch(origin + path, init).catch(() => undefined);
      return reply?.ok ? ((await reply.json()) as WebUiAnswer) : undefined;
    };
    await eventually(() => ask('/health'), { withinMs: START_MS });
    const json = { 'content-type': 'application/json' };
    const signedIn = await ask('/api/v1/auths/signin', {
      ...{ method: 'POST', headers: json, body: JSON.stringify({ email: '', password: '' }) },
    });
    const headers = { ...json, authorization: `Bearer ${signedIn?.token}` };
    const models = await ask('/api/models', { headers });
    expect(models?.data).toContainEqual(expect.objectContaining({ id: MODEL }));
    const messages = [{ role: 'user', content: 'Say that the barrier is up.' }];
    const answer = await ask('/api/chat/completions', {
      ...{ method: 'POST', headers, body: JSON.stringify({ model: MODEL, messages, stream: false }) },
    });
    return answer?.choices?.[0]?.message.content ?? '';
  } catch (cause) {
    throw new Error(`Open WebUI printed:\n${output.slice(-4000)}`, { cause });
  } finally {
    await ended(program);
  }
}

async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return;
  program.kill('SIGKILL');
  await once(program, 'close');
}
