import type { IncomingMessage } from 'node:http';
import { FakeUpstream, type ReceivedRequest } from '../../../server/test/support/fake-upstream.ts';
import { faultOfResponsesRequest } from '../../../server/test/upstreams/openai-responses-upstream.ts';
import {
  type AnswerPart,
  THOUGHT_TOKENS,
  type Understood,
  type Upstream,
  USED,
  type VendorAnswer,
} from '../matrix-types.ts';
import {
  bytesOf,
  type Json,
  listOf,
  piecesOf,
  playedUpstream,
  textsOf,
  thinks,
  type Voice,
} from './played-upstream.ts';

const MODEL = 'responses-matrix';
const SEAL = 'gAAAAABleaves-of-thinking';

/** OpenAI's responses. */
export async function startResponsesUpstream(): Promise<Upstream> {
  const refused: string[] = [];
  const server = await FakeUpstream.start({
    refuses: (asked) => {
      const fault = faultOf(asked);
      if (fault !== null) refused.push(fault);
      return fault === null
        ? null
        : { status: 400, body: JSON.stringify(errorOf('invalid_request_error', fault)) };
    },
  });
  return playedUpstream(
    {
      ...{ name: 'OpenAI responses', dialect: 'openai-responses', model: MODEL, type: 8 },
      idOfCall,
      sealsIn: (answer) => (thinks(answer) ? [SEAL] : []),
      dialects: ['openai-responses'],
      ends: new Set(['end', 'length', 'tools', 'filter', 'refusal']),
    },
    { server, refused, voice: responsesVoice, isStream: ({ body }) => body.stream === true },
  );
}

function faultOf({ request, received }: { request: IncomingMessage; received: ReceivedRequest | null }) {
  if (request.url !== '/v1/responses') return `Invalid URL (POST ${request.url})`;
  if (!/^Bearer \S+$/.test(request.headers.authorization ?? '')) return 'no key';
  return received === null ? 'no JSON' : (faultOfResponsesRequest(received.body)?.message ?? null);
}

const errorOf = (type: string, message: string) => ({ error: { message, type, param: null, code: null } });

const idOfCall = (part: number): string => `call_resp_${part}`;

function itemOf(part: AnswerPart, at: number): Json {
  if ('thinking' in part) {
    const summary = [{ type: 'summary_text', text: part.thinking }];
    return { id: `rs_${at}`, type: 'reasoning', summary, encrypted_content: SEAL };
  }
  if ('call' in part)
    return {
      ...{
        id: `fc_${at}`,
        type: 'function_call',
        status: 'completed',
        call_id: idOfCall(at),
        name: part.call,
      },
      arguments: JSON.stringify(part.input),
    };
  const content =
    'text' in part
      ? { type: 'output_text', annotations: [], logprobs: [], text: part.text }
      : { type: 'refusal', refusal: part.refusal };
  return { id: `msg_${at}`, type: 'message', status: 'completed', role: 'assistant', content: [content] };
}

const REASONS: Record<string, string> = { length: 'max_output_tokens', filter: 'content_filter' };

function responseOf(answer: VendorAnswer): Json {
  const reason = REASONS[answer.end];
  return {
    ...{ id: 'resp_1', object: 'response', created_at: 1_700_000_000, error: null, model: MODEL },
    status: reason === undefined ? 'completed' : 'incomplete',
    incomplete_details: reason === undefined ? null : { reason },
    output: answer.parts.map(itemOf),
    usage: {
      ...{ input_tokens: USED.input, output_tokens: USED.output, total_tokens: USED.input + USED.output },
      input_tokens_details: { cached_tokens: USED.cached },
      output_tokens_details: { reasoning_tokens: thinks(answer) ? THOUGHT_TOKENS : 0 },
    },
  };
}

type Event = Json & { type: string };

/** Events of an item: those that say something, and those that end it. */
function eventsOf(item: Json, output_index: number): { said: Event[]; end: Event[] } {
  const place = { output_index, item_id: item.id };
  const added = (empty: Json): Event => ({ type: 'response.output_item.added', output_index, item: empty });
  const done: Event = { type: 'response.output_item.done', output_index, item };
  if (item.type === 'function_call') {
    const type = 'response.function_call_arguments';
    return {
      said: [
        added({ ...item, arguments: '', status: 'in_progress' }),
        ...piecesOf(String(item.arguments)).map((delta) => ({ type: `${type}.delta`, ...place, delta })),
      ],
      end: [{ type: `${type}.done`, ...place, arguments: item.arguments }, done],
    };
  }
  const isThinking = item.type === 'reasoning';
  const part = listOf(isThinking ? item.summary : item.content)[0] as Json;
  const member = part.type === 'refusal' ? 'refusal' : 'text';
  const at = { ...place, ...(isThinking ? { summary_index: 0 } : { content_index: 0 }) };
  const base = isThinking
    ? 'response.reasoning_summary_text'
    : part.type === 'refusal'
      ? 'response.refusal'
      : 'response.output_text';
  const partBase = isThinking ? 'response.reasoning_summary_part' : 'response.content_part';
  return {
    said: [
      added(isThinking ? { ...item, summary: [] } : { ...item, content: [], status: 'in_progress' }),
      { type: `${partBase}.added`, ...at, part: { ...part, [member]: '' } },
      ...piecesOf(String(part[member])).map((delta) => ({ type: `${base}.delta`, ...at, delta })),
    ],
    end: [
      { type: `${base}.done`, ...at, [member]: part[member] },
      { type: `${partBase}.done`, ...at, part },
      done,
    ],
  };
}

const responsesVoice: Voice = {
  whole: responseOf,

  stream(answer) {
    const response = responseOf(answer);
    const begun = { ...response, status: 'in_progress', incomplete_details: null, output: [], usage: null };
    const said: Event[] = [
      { type: 'response.created', response: begun },
      { type: 'response.in_progress', response: begun },
    ];
    let end: Event[] = [];
    listOf(response.output).forEach((item, index) => {
      const events = eventsOf(item, index);
      said.push(...end, ...events.said);
      end = events.end;
    });
    const last = {
      type: response.status === 'completed' ? 'response.completed' : 'response.incomplete',
      response,
    };
    const numbered = [...said, ...end, last].map((event, sequence_number) =>
      frameOf({ ...event, sequence_number }),
    );
    return { said: numbered.slice(0, said.length), end: numbered.slice(said.length) };
  },

  error: (status, text) => errorOf(status === 400 ? 'invalid_request_error' : 'rate_limit_error', text),
  errorEvent: (message, sequence_number) =>
    frameOf({ type: 'error', code: 'server_error', message, param: null, sequence_number }),
  understand,
};

const frameOf = (event: Event): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

function understand(body: Json, stream: boolean): Understood {
  const items: Json[] =
    typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : listOf(body.input);
  const partsOf = (roles: readonly string[]): Json[] =>
    items.flatMap(({ role, content }) =>
      !roles.includes(String(role))
        ? []
        : typeof content === 'string'
          ? [{ text: content }]
          : listOf(content),
    );
  const user = partsOf(['user']);
  const format = (body.text as { format?: { schema?: object } } | undefined)?.format;
  const effort = (body.reasoning as Json | undefined)?.effort;
  return {
    system: textsOf([body.instructions, ...partsOf(['system', 'developer']).map(({ text }) => text)]).join(
      '\n',
    ),
    texts: textsOf(user.map(({ text }) => text)),
    images: user.filter(({ type }) => type === 'input_image').map(({ image_url }) => bytesOf(image_url)),
    pdfs: user.filter(({ type }) => type === 'input_file').map(({ file_data }) => bytesOf(file_data)),
    limit: Number(body.max_output_tokens) || null,
    tools: listOf(body.tools).map(({ name }) => String(name)),
    thinks: effort !== undefined && effort !== 'none',
    schema: format?.schema ?? null,
    stop: [],
    stream,
    said: textsOf(partsOf(['assistant']).map(({ text }) => text)).join(''),
    calls: items
      .filter(({ type }) => type === 'function_call')
      .map(({ call_id, name, arguments: input }) => ({
        ...{ id: String(call_id), name: String(name), input: JSON.parse(String(input)) },
      })),
    results: items.filter(({ type }) => type === 'function_call_output').map(({ output }) => String(output)),
    seals: textsOf(items.map(({ encrypted_content }) => encrypted_content)),
  };
}
