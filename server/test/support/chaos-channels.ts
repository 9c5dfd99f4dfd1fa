import type { ServerResponse } from 'node:http';
import { sendJson } from './fake-upstream.ts';

export const CHAOS_CHANNELS = 20;
/** A third of the channels fail. */
const FAILING = 7;
const usage = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };
/** Points of an answer at a ratio of 1. */
export const CHAOS_POINTS = usage.total_tokens;

/** Failures before the first content. */
const failures: Readonly<Record<string, (response: ServerResponse) => void>> = {
  refuse: (response) => response.destroy(),
  busy: (response) => sendJson(response, 429, '{"error":{"message":"slow down"}}', { 'retry-after': '1' }),
  broken: (response) => sendJson(response, 500, '{"error":{"message":"down"}}'),
  hang: () => {},
  cut(response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"id":"c","choices":[{"index":0,"delta":{"role":"assi');
    setTimeout(() => response.destroy(), 5);
  },
  garbage: (response) => sendJson(response, 200, '<html>Bad gateway</html>'),
  error: (response) => sendJson(response, 200, '{"error":{"message":"inside","type":"server_error"}}'),
};
const names = Object.keys(failures);

/**
 * Answers a chat as one of the channels. The turn decides which ones fail, and how. A whole answer has no first byte before
 * its end, so only streams hang.
 */
export function answerInChaos(
  response: ServerResponse,
  { channel, turn, isStream }: { channel: number; turn: number; isStream: boolean },
): void {
  const isFailing = (channel + turn * 3) % CHAOS_CHANNELS < FAILING;
  const name = names[(channel + turn) % names.length] ?? '';
  if (isFailing && (name !== 'hang' || isStream)) failures[name]?.(response);
  else answerWell(response, isStream);
}

function answerWell(response: ServerResponse, isStream: boolean): void {
  const base = { id: 'c', created: 1, model: 'm' };
  if (!isStream) {
    const message = { role: 'assistant', content: 'Hello!' };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    sendJson(response, 200, JSON.stringify({ ...base, object: 'chat.completion', choices, usage }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (rest: object) => response.write(`data: ${JSON.stringify({ ...base, ...rest })}\n\n`);
  send({ choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello!' }, finish_reason: null }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}
