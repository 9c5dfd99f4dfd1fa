import type { ServerResponse } from 'node:http';
import { type ConversationDialect, conversationDialects } from '@turnpike/contract';
import type { FakeUpstream } from '../support/fake-upstream.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { redPng } from '../support/picture-host.ts';
import { type SeededUser, startTestGateway, type TestGateway } from '../support/test-gateway.ts';
import type { GeminiUpstream } from '../upstreams/gemini-upstream.ts';
import { scriptedDialects } from '../upstreams/scripted/scripted-upstream.ts';
import { startStrictUpstream } from '../upstreams/scripted/strict-upstream.ts';
import type { Message, NamedRule, RuleCase } from './rule-file.ts';
import { frameEvent, readEvents, wires } from './wire.ts';

const PLENTY = 1_000_000_000;
/** Every answer is made now. */
const NOW_SECONDS = 1_800_000_000;
const clock = {
  nowMs: () => NOW_SECONDS * 1000,
  nowSeconds: () => NOW_SECONDS,
  monotonicMs: () => Math.floor(performance.now()),
};

const channelTypes: Readonly<Record<ConversationDialect, number>> = {
  ...{ 'openai-chat': 8, 'openai-responses': 8, 'anthropic-messages': 14, gemini: 25 },
};

/** A gateway before a strict vendor of each dialect: plays cases, and says what comes out on both sides. */
export class RulePlayer {
  readonly #gateway: TestGateway;
  readonly #upstreams = new Map<ConversationDialect, FakeUpstream | GeminiUpstream>();
  /** Requests that a vendor would have refused. */
  readonly refused: string[] = [];

  private constructor(gateway: TestGateway) {
    this.#gateway = gateway;
  }

  static async start(rules: readonly NamedRule[]): Promise<RulePlayer> {
    const gateway = await startTestGateway({
      clock,
      relayOptions: { retryTimes: 0, retryCooldownSeconds: 0 },
      // Every address leads to one picture.
      guardedFetch: async () => ({ status: 200, bytes: redPng, contentType: 'image/png', headers: {} }),
    });
    const player = new RulePlayer(gateway);
    const cases = rules.flatMap((rule) => rule.cases);
    for (const dialect of conversationDialects) {
      const upstream = await startStrictUpstream(dialect, player.refused);
      player.#upstreams.set(dialect, upstream);
      const models = new Set(cases.filter((one) => one.upstream === dialect).map(({ model }) => model));
      for (const model of models) await gateway.seed.price({ model, input: 1, output: 3 });
      await gateway.seed.channel({
        ...{ model: [...models].join(','), type: channelTypes[dialect], dialects: [dialect] },
        baseUrl: upstream.url,
      });
    }
    return player;
  }

  /** @returns the rule with what came out of its cases */
  async play(rule: NamedRule): Promise<NamedRule> {
    const user = await this.#gateway.seed.user({ quota: PLENTY });
    const users = [user];
    const calls: { one: RuleCase; sent: unknown; answer: Message; requestId: string }[] = [];
    for (const one of rule.cases) {
      const poor = one.balance === undefined ? null : await this.#gateway.seed.user({ quota: one.balance });
      if (poor !== null) users.push(poor);
      const received = this.#prepare(one);
      const { answer, requestId } = await this.#ask(one, poor ?? user);
      if (received.length > 1) throw new Error(`${one.title}: the upstream was asked again`);
      calls.push({ one, sent: received[0], answer, requestId });
    }
    const rows = (await Promise.all(users.map((each) => this.#gateway.logRowsOf(each)))).flat();
    const rowOf = new Map(rows.map((row) => [row.request_id, row]));
    const cases = calls.map(({ one, sent, answer, requestId }): RuleCase => {
      const row = rowOf.get(requestId);
      const isAnswered = one.reply !== undefined || answer.status !== undefined;
      const played = {
        ...one,
        sent,
        answer: isAnswered ? answer : undefined,
        report: row === undefined ? undefined : reportOf(row),
        logged: row === undefined || !isAnswered ? undefined : loggedOf(row),
      };
      return JSON.parse(marked(JSON.stringify(played), requestId)) as RuleCase;
    });
    return { ...rule, cases };
  }

  /** @returns what the upstream receives, as it comes */
  #prepare({ upstream: dialect, model, request, reply }: RuleCase): unknown[] {
    const received: unknown[] = [];
    if (dialect === undefined) return received;
    const play = (response: ServerResponse, { body, rawBody }: { body: object; rawBody: string }): void => {
      received.push(typeof request === 'string' ? rawBody : body);
      const hello = (): object => scriptedDialects[dialect].whole({ text: 'Hello!' }, { model, number: 1 });
      sendMessage(response, dialect, reply ?? { body: hello() });
    };
    this.#upstreams.get(dialect)?.does(play);
    return received;
  }

  async #ask(one: RuleCase, user: SeededUser): Promise<{ answer: Message; requestId: string }> {
    const { caller, model, stream, headers, request } = one;
    const { path, key, namesModel, check } = wires[caller];
    const named = {
      ...(namesModel && { model }),
      ...(request as object),
      ...(namesModel && stream && { stream }),
    };
    const reply = await fetch(this.#gateway.url + path(one), {
      method: 'POST',
      headers: { 'content-type': 'application/json', [key[0]]: key[1] + user.token, ...headers },
      body: typeof request === 'string' ? request : JSON.stringify(named),
    });
    const text = await reply.text();
    const { status } = reply;
    const requestId = reply.headers.get('x-request-id') ?? '';
    const rest = status === 200 ? {} : { status };
    const isStream = reply.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (isStream) check(text);
    const answer = isStream ? { ...rest, events: readEvents(text) } : { ...rest, body: JSON.parse(text) };
    return { answer, requestId };
  }

  async stop(): Promise<void> {
    await this.#gateway.stop();
    for (const upstream of this.#upstreams.values()) await upstream.stop();
  }
}

/** Values that differ per call are replaced by a fixed mark. */
const marked = (json: string, requestId: string): string =>
  json.replaceAll(requestId, '<request id>').replace(/\bcall_[\w-]{16}(?=_\d+_\d+")/g, 'call_<random>');

function sendMessage(response: ServerResponse, dialect: ConversationDialect, message: Message): void {
  const { status = 200, body, events } = message;
  if (events === undefined) {
    sendJson(response, status, JSON.stringify(body));
    return;
  }
  response.writeHead(status, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.end(events.map((event) => frameEvent(dialect, event)).join(''));
}

type Row = Awaited<ReturnType<TestGateway['logRowsOf']>>[number];
interface Metadata {
  conversion?: { fields?: { fate: string; field: string; why: string }[] };
}

function reportOf(row: Row): string[] | undefined {
  const { conversion } = row.metadata as Metadata;
  return conversion?.fields?.map(({ fate, field, why }) => `${fate} ${field}${why === '' ? '' : `: ${why}`}`);
}

function loggedOf({ ended_by, prompt_tokens, completion_tokens, metadata }: Row): object {
  const { cached_read_tokens, cached_write_tokens, reasoning_tokens, estimated, error_code } =
    metadata as Record<string, unknown>;
  return {
    ...{ ended_by, prompt_tokens, completion_tokens, cached_read_tokens, cached_write_tokens },
    ...{ reasoning_tokens, estimated, error_code },
  };
}
