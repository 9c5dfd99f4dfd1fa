import { noAnswer } from '../../../api/call-api.ts';
import type { MakingTo } from '../media/made.ts';
import { answerTo, jsonWithKey, requestIdIn, withKey } from '../relay-answer.ts';

/** Speech to play and to keep. */
export interface Sound {
  /** `blob:` */
  address: string;
  format: string;
}

export interface SpeechQuestion {
  model: string;
  input: string;
  voice: string;
  format: string;
  speed: number;
}

/** The body of a call; some models refuse `speed`, so the usual one is left out. */
export const speechBody = ({ model, input, voice, format, speed }: SpeechQuestion) => ({
  model,
  input,
  voice,
  response_format: format,
  ...(speed !== 1 && { speed }),
});

type CallTo<Result> = MakingTo<Result> & { tokenKey: string };

/** @throws ApiError when the relay refuses or the connection fails */
export async function speak(
  question: SpeechQuestion,
  { tokenKey, signal, onRequest, onResult }: CallTo<Sound>,
): Promise<void> {
  const call = fetch('/v1/audio/speech', {
    method: 'POST',
    signal,
    headers: jsonWithKey(tokenKey),
    body: JSON.stringify(speechBody(question)),
  });
  const response = await answerTo(call, signal);
  onRequest(requestIdIn(response));
  const blob = await response.blob().catch((cause: unknown) => {
    throw noAnswer(cause, signal);
  });
  onResult({ address: URL.createObjectURL(blob), format: question.format });
}

export interface TranscriptionQuestion {
  model: string;
  file: File;
  /** Code of ISO 639; empty: the model finds it. */
  language: string;
}

/** @throws ApiError when the relay refuses or the connection fails */
export async function transcribe(
  { model, file, language }: TranscriptionQuestion,
  { tokenKey, signal, onRequest, onResult }: CallTo<string>,
): Promise<void> {
  const form = new FormData();
  form.set('model', model);
  if (language !== '') form.set('language', language);
  form.set('file', file);
  const call = fetch('/v1/audio/transcriptions', {
    method: 'POST',
    signal,
    headers: withKey(tokenKey),
    body: form,
  });
  const response = await answerTo(call, signal);
  onRequest(requestIdIn(response));
  const answer = (await response.json().catch((cause: unknown) => {
    throw noAnswer(cause, signal);
  })) as { text?: string };
  onResult(answer.text ?? '');
}
