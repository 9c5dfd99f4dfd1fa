import { errorNameOf, statusOfErrorName } from '../../dialects/bedrock-converse/converse-errors.ts';
import { parseObject, textOf } from '../../dialects/neutral/json-values.ts';
import { MAX_EVENT_BYTES } from '../../dialects/passed-stream.ts';
import { assertParsable } from '../../platform/json/json-structure.ts';
import { AwsEventFrames, type AwsFrame } from '../../platform/net/aws-event-frames.ts';
import type { Framing } from '../framing.ts';

/** @param eventOf a frame as a server-sent event; empty for one that says nothing */
const awsEvents = (eventOf: (frame: AwsFrame) => string): Framing => ({
  types: ['application/vnd.amazon.eventstream'],
  async open() {
    const frames = await AwsEventFrames.open({ maxFrameBytes: MAX_EVENT_BYTES });
    return {
      get unfinishedBytes() {
        return frames.unfinishedBytes;
      },
      push: (piece) => frames.push(piece).map(eventOf).join(''),
      // An unfinished frame says nothing.
      end: () => '',
    };
  },
});

/** The failure in a frame: its name and a text. */
function failureOf({ headers, body }: AwsFrame): { name: string; message: string } | null {
  const type = headers[':message-type'];
  if (type === 'exception') {
    const message = textOf(parseObject(body.toString('utf8'))?.message);
    return { name: errorNameOf(headers[':exception-type'] ?? ''), message };
  }
  if (type !== 'error') return null;
  return { name: errorNameOf(headers[':error-code'] ?? ''), message: headers[':error-message'] ?? '' };
}

/** In an event's data a line end would end it; in JSON it stands between members only. */
const inOneLine = (json: string): string => json.replace(/[\r\n]+/g, ' ');

/** Each event of Converse is named by its frame; as data it stands as the member of that name. */
export const converseFraming = awsEvents((frame) => {
  const failure = failureOf(frame);
  if (failure !== null) {
    const { name, message } = failure;
    return `data: ${JSON.stringify({ [name || 'modelStreamErrorException']: { message } })}\n\n`;
  }
  const name = frame.headers[':event-type'] ?? '';
  return `data: {${JSON.stringify(name)}:${inOneLine(frame.body.toString('utf8'))}}\n\n`;
});

/** Types of Anthropic's errors. Source: Claude API reference, "Errors". */
const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  ...{ 400: 'invalid_request_error', 403: 'permission_error', 404: 'not_found_error' },
  ...{ 408: 'timeout_error', 429: 'rate_limit_error', 503: 'overloaded_error' },
};

/** An event of a model is base64 in the member `bytes` of a `chunk`; here those are Anthropic's. */
export const messagesFraming = awsEvents((frame) => {
  const failure = failureOf(frame);
  if (failure !== null) {
    const type = ANTHROPIC_TYPES[statusOfErrorName(failure.name)] ?? 'api_error';
    const error = { type, message: failure.message };
    return `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`;
  }
  assertParsable(frame.body);
  const bytes = textOf(parseObject(frame.body.toString('utf8'))?.bytes);
  if (bytes === '') return '';
  const event = Buffer.from(bytes, 'base64');
  assertParsable(event);
  const data = event.toString('utf8');
  return `event: ${textOf(parseObject(data)?.type)}\ndata: ${inOneLine(data)}\n\n`;
});
