import type { ErrorCode } from '@turnpike/contract';
import { type Json, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Adapter } from '../adapter.ts';
import { soundTypeOf, takeSpeech, takeSpeed } from '../asked-speech.ts';

/** A voice, and its emotion behind `|` where it has one. */
export const miniMaxVoices = {
  alloy: 'female-chengshu',
  echo: 'male-qn-qingse',
  fable: 'male-qn-jingying',
  onyx: 'presenter_male',
  nova: 'presenter_female',
  shimmer: 'audiobook_female_1',
};

const formats = { mp3: 'mp3', flac: 'flac', wav: 'wav', pcm: 'pcm' };
/** Sample rate of OpenAI's raw sound, which does not state it. */
const PCM_HERTZ = 24_000;

/** Source: MiniMax API documents, "Error codes", checked 2026-11. */
const MEANINGS: Readonly<Record<number, ErrorCode>> = {
  1001: 'upstream.timeout',
  1002: 'upstream.rate_limited',
  1004: 'upstream.key_refused',
  1008: 'upstream.out_of_credit',
  1026: 'upstream.content_filter',
  1027: 'upstream.content_filter',
  1039: 'upstream.rate_limited',
  2013: 'upstream.bad_request',
  2049: 'upstream.key_refused',
  2054: 'upstream.bad_request',
};

/**
 * MiniMax's speech comes as JSON, its errors with status 200.
 * Source: MiniMax API documents, "T2A v2", checked 2026-11.
 */
export const miniMaxSpeech = (voices: Readonly<Record<string, string>>): Adapter => ({
  request(asked, { upstreamModel }) {
    const { text, voice, format } = takeSpeech(asked, { voices, formats });
    const [voice_id, emotion = ''] = voice.split('|');
    return {
      model: upstreamModel,
      text,
      stream: false,
      voice_setting: { voice_id, ...(emotion !== '' && { emotion }), ...takeSpeed(asked) },
      audio_setting: { format, ...(format === 'pcm' && { sample_rate: PCM_HERTZ }) },
    };
  },
  answer({ data, base_resp }, { asked }) {
    assertSuccess(objectOf(base_resp));
    const audio = textOf(objectOf(data)?.audio);
    if (audio === '') throw new TypeError('the answer has no sound');
    return { file: Buffer.from(audio, 'hex'), type: soundTypeOf(asked.response_format) };
  },
});

function assertSuccess(result: Json | null): void {
  const code = Number(result?.status_code ?? 0);
  if (code === 0) return;
  const cause = new Error(`${code} ${textOf(result?.status_msg)}`);
  throw new GatewayError(MEANINGS[code] ?? 'upstream.error', {}, { cause });
}
