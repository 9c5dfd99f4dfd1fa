import { ApiError } from '../../../api/api-error.ts';
import { noAnswer } from '../../../api/call-api.ts';
import { eventData } from '../../../api/event-data.ts';
import { answerTo, jsonWithKey, requestIdIn, withKey } from '../relay-answer.ts';
import { streamFailure } from '../relay-failure.ts';
import type { PictureData } from './picture-data.ts';

/** Empty settings are left to the vendor. */
export interface PictureQuestion {
  model: string;
  prompt: string;
  size: string;
  quality: string;
  count: number;
  /** To be edited. */
  picture: File | undefined;
}

interface PictureCall {
  tokenKey: string;
  signal: AbortSignal;
  onRequest: (requestId: string) => void;
  onPicture: (picture: PictureData) => void;
}

type Format = 'stream' | 'b64_json' | 'usual';

/** OpenAI's own models send pictures in the answer, one by one in a stream, and take no `response_format`. */
const streams = /^(gpt-image|chatgpt-image)/;

/** Models that refused `response_format` during this visit; they may send addresses. */
const withoutFormat = new Set<string>();

/** Members of the request, as the estimate of the cost needs them too. */
export const pictureBody = ({ model, prompt, size, quality, count }: PictureQuestion) => ({
  model,
  prompt,
  n: count,
  ...(size !== '' && { size }),
  ...(quality !== '' && { quality }),
});

/**
 * Makes pictures, or edits one.
 * @throws ApiError when the relay refuses, the connection fails, or the stream carries an error
 */
export async function makePictures(question: PictureQuestion, call: PictureCall): Promise<void> {
  const { model } = question;
  if (streams.test(model)) return readPictures(await ask(question, call, 'stream'), call);
  if (withoutFormat.has(model)) return readPictures(await ask(question, call, 'usual'), call);
  const response = await ask(question, call, 'b64_json').catch((error: unknown) => {
    // A refused call costs nothing, so it is made again without the member.
    if (!(error instanceof ApiError) || error.fields[0]?.field !== 'response_format') throw error;
    withoutFormat.add(model);
    return ask(question, call, 'usual');
  });
  return readPictures(response, call);
}

async function ask(
  question: PictureQuestion,
  { tokenKey, signal, onRequest }: PictureCall,
  format: Format,
): Promise<Response> {
  const body = {
    ...pictureBody(question),
    ...(format === 'stream' && { stream: true }),
    ...(format === 'b64_json' && { response_format: 'b64_json' }),
  };
  const { picture } = question;
  const response = await answerTo(
    picture === undefined
      ? fetch('/v1/images/generations', {
          method: 'POST',
          signal,
          headers: jsonWithKey(tokenKey),
          body: JSON.stringify(body),
        })
      : fetch('/v1/images/edits', {
          method: 'POST',
          signal,
          headers: withKey(tokenKey),
          body: formOf(body, picture),
        }),
    signal,
  );
  onRequest(requestIdIn(response));
  return response;
}

function formOf(members: object, picture: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) form.set(name, String(value));
  form.set('image', picture);
  return form;
}

interface PictureEvent extends PictureData {
  type?: string;
  error?: { message?: string; code?: string };
}

async function readPictures(response: Response, call: PictureCall): Promise<void> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  try {
    await (isStream ? readEvents(response, call) : readWhole(response, call));
  } catch (cause) {
    if (cause instanceof ApiError || cause instanceof SyntaxError) throw cause;
    throw noAnswer(cause, call.signal);
  }
}

async function readWhole(response: Response, { onPicture }: PictureCall): Promise<void> {
  const answer = (await response.json()) as { data?: readonly PictureData[] };
  for (const picture of answer.data ?? []) onPicture(picture);
}

async function readEvents(response: Response, { onPicture }: PictureCall): Promise<void> {
  if (response.body === null) return;
  for await (const data of eventData(response.body)) {
    if (data === '[DONE]') return;
    const event = JSON.parse(data) as PictureEvent;
    if (event.error) throw streamFailure(event.error, requestIdIn(response));
    if (event.type?.endsWith('.completed')) onPicture(event);
  }
}
