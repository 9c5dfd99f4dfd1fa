import type { ServerResponse } from 'node:http';
import { streamOfResponse } from '../../src/dialects/openai-responses/openai-responses-events.ts';
import { type FakeUpstream, type ReceivedRequest, sendJson } from '../support/fake-upstream.ts';
import { faultOfResponsesRequest } from './openai-responses-upstream.ts';

type Json = Record<string, unknown>;

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 120,
};

/**
 * An account at OpenAI: it keeps its responses, and neither knows those of another account nor reads what that sealed.
 * Source: OpenAI API reference, "Responses"; guide "Conversation state".
 */
export class ResponsesAccount {
  readonly kept = new Map<string, Json>();
  readonly #name: string;
  #made = 0;

  constructor(upstream: FakeUpstream, name: string) {
    this.#name = name;
    upstream.does((response, request) => this.#answer(response, request));
  }

  #answer(response: ServerResponse, { method, path, body }: ReceivedRequest): void {
    const [address = ''] = path.split('?');
    const [, , , id = '', below = ''] = address.split('/');
    const makes = method === 'POST' && below === '' && ['', 'compact', 'input_tokens'].includes(id);
    const [status, said] = makes ? this.#make(id, body) : this.#show(method, id, below);
    if (status === 200 && makes && body.stream === true) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(streamOfResponse(said));
    } else sendJson(response, status, JSON.stringify(said));
  }

  #make(what: string, body: Json): [number, object] {
    const fault = this.#faultOf(body);
    if (fault !== null) return [400, { error: { type: 'invalid_request_error', ...fault } }];
    if (what === 'input_tokens') return [200, { object: 'response.input_tokens', input_tokens: 42 }];
    this.#made += 1;
    const id = `resp_${this.#name}${this.#made}`;
    const sealed = `gAAAA${this.#name}${this.#made}/x+y==`;
    const output =
      what === 'compact'
        ? [{ type: 'compaction', id: 'cmp_1', encrypted_content: sealed }]
        : [
            {
              type: 'reasoning',
              id: `rs_${this.#name}${this.#made}`,
              summary: [],
              encrypted_content: sealed,
            },
            {
              ...{
                type: 'message',
                id: `msg_${this.#name}${this.#made}`,
                role: 'assistant',
                status: 'completed',
              },
              content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
            },
          ];
    const object = what === 'compact' ? 'response.compaction' : 'response';
    const made = {
      ...{ id, object, created_at: 1, status: 'completed', model: body.model, output },
      ...{ store: body.store ?? true, usage: USAGE, error: null },
      ...(body.conversation !== undefined && { conversation: { id: body.conversation } }),
    };
    if (body.store !== false) this.kept.set(id, made);
    return [200, made];
  }

  #faultOf(body: Json): object | null {
    const { previous_response_id: previous, input } = body;
    if (typeof previous === 'string' && !this.kept.has(previous))
      return {
        message: `Previous response with id '${previous}' not found.`,
        code: 'previous_response_not_found',
      };
    for (const { encrypted_content: sealed } of Array.isArray(input) ? (input as Json[]) : [])
      if (typeof sealed === 'string' && !sealed.startsWith(`gAAAA${this.#name}`))
        return { message: 'The encrypted content could not be verified.', code: 'invalid_encrypted_content' };
    return faultOfResponsesRequest({ input: [], ...body });
  }

  #show(method: string, id: string, below: string): [number, object] {
    const kept = this.kept.get(id);
    if (kept === undefined) return [404, { error: { message: `Response with id '${id}' not found.` } }];
    if (method === 'DELETE') this.kept.delete(id);
    const answers: Record<string, object> = {
      'GET ': kept,
      'DELETE ': { id, object: 'response', deleted: true },
      'POST cancel': { ...kept, status: 'cancelled' },
      'GET input_items': { object: 'list', data: [], has_more: false },
    };
    const answer = answers[`${method} ${below}`];
    return answer === undefined ? [404, { error: { message: 'Invalid URL' } }] : [200, answer];
  }
}
