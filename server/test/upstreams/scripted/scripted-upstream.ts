import type { ServerResponse } from 'node:http';
import type { ConversationDialect } from '@turnpike/contract';
import { sendJson } from '../../support/fake-upstream.ts';
import { GeminiUpstream } from '../gemini-upstream.ts';
import type { ScriptedAnswer, ScriptedCall, ScriptedDialect, ScriptedRequest } from './scripted-answer.ts';
import { scriptedChat } from './scripted-chat.ts';
import { scriptedGemini } from './scripted-gemini.ts';
import { scriptedMessages } from './scripted-messages.ts';
import { scriptedResponses } from './scripted-responses.ts';
import { startStrictUpstream } from './strict-upstream.ts';

/** A script's reaction to a request: an answer, an error, or an endless stream. */
export type ScriptedDeed =
  | ScriptedAnswer
  | { fails: { status: number; message: string } }
  | { neverEnds: ScriptedAnswer };
export type Script = (asked: ScriptedRequest) => ScriptedDeed;

export const scriptedDialects: Readonly<Record<ConversationDialect, ScriptedDialect>> = {
  'openai-chat': scriptedChat,
  'openai-responses': scriptedResponses,
  'anthropic-messages': scriptedMessages,
  gemini: scriptedGemini,
};
export interface ScriptedUpstream {
  url: string;
  /** Every request that the vendor would take. */
  asked: ScriptedRequest[];
  /** The same, as they came; `left` resolves when a caller went before the end. */
  received: { body: Record<string, unknown>; left: Promise<void> }[];
  /** Requests that the vendor would refuse, with reasons. */
  refused: string[];
  does(script: Script): void;
  stop(): Promise<void>;
}

/** Plays a vendor that refuses what the vendor refuses, and answers the rest as a script says. */
export async function startScriptedUpstream(dialect: ConversationDialect): Promise<ScriptedUpstream> {
  const refused: string[] = [];
  const asked: ScriptedRequest[] = [];
  let number = 0;
  let script: Script = () => ({ text: 'Hello!' });
  const scripted = scriptedDialects[dialect];
  const upstream = await startStrictUpstream(dialect, refused);
  const answer = (response: ServerResponse, body: Record<string, unknown>, url: string): void => {
    const request = scripted.read(body, url);
    asked.push(request);
    number += 1;
    try {
      play(response, { scripted, deed: script(request), request, number });
    } catch (error) {
      const { message } = error as Error;
      refused.push(`the script: ${message}`);
      play(response, { scripted, deed: { fails: { status: 400, message } }, request, number });
    }
  };
  if (upstream instanceof GeminiUpstream)
    upstream.does((response, { body, url }) => answer(response, body, url));
  else upstream.does((response, { body, path }) => answer(response, body, path));
  return {
    url: upstream.url,
    asked,
    received: upstream.received,
    refused,
    does: (given) => {
      script = given;
    },
    stop: () => upstream.stop(),
  };
}

interface Playing {
  scripted: ScriptedDialect;
  deed: ScriptedDeed;
  request: ScriptedRequest;
  number: number;
}

function play(response: ServerResponse, { scripted, deed, request, number }: Playing): void {
  const { model, stream } = request;
  const head = { model, number };
  if ('fails' in deed) {
    const { status, message } = deed.fails;
    sendJson(response, status, JSON.stringify(scripted.error(status, message)));
    return;
  }
  const neverEnds = 'neverEnds' in deed;
  const answer = withTools(neverEnds ? deed.neverEnds : deed, request);
  if (!stream) {
    sendJson(response, 200, JSON.stringify(scripted.whole(answer, head)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const events = scripted.events(answer, head);
  // The first half has some of the text in every dialect.
  for (const event of neverEnds ? events.slice(0, events.length / 2) : events) response.write(event);
  if (!neverEnds) response.end();
}

/**
 * Calls as the tools of the request are called.
 * @throws where a tool is not there
 */
function withTools(answer: ScriptedAnswer, { tools }: ScriptedRequest): ScriptedAnswer {
  if (answer.calls === undefined) return answer;
  const calls = answer.calls.map((call): ScriptedCall => {
    const tool = tools.find(({ name }) => name === call.name);
    if (tool === undefined) throw new Error(`there is no tool ${call.name}`);
    const isText = typeof call.input === 'string' && !tool.isCustom;
    return { ...call, namespace: tool.namespace, ...(isText && { input: { input: call.input } }) };
  });
  return { ...answer, calls };
}
