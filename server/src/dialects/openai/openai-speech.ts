import { NOTHING_ASKED } from '../../billing/charge.ts';
import type { Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import { MemberReader } from '../member-reader.ts';
import { speech } from '../operation.ts';
import { PassedStream } from '../passed-stream.ts';
import { nameModel, oneWholeAnswer, saysNothing, withoutConversation } from '../without-conversation.ts';
import { openAiErrors } from './openai-errors.ts';
import { openAiMedia } from './openai-media.ts';
import { SpeechScan } from './openai-speech-stream.ts';

/** OpenAI counts 20 tokens a second of speech, which has 10 characters and more. */
const AUDIO_TOKENS_A_CHARACTER = 2;

/** `POST /v1/audio/speech`: a text spoken. Source: OpenAI API reference, "Create speech". */
export const openAiSpeech: Dialect = {
  ...withoutConversation,
  name: 'openai-speech',
  operation: speech,
  members: new Set(['model', 'input', 'voice', 'response_format', 'stream_format']),
  notices: openAiMedia.notices,
  // It answers with a file.
  answerMembers: { required: [], all: new Set() },

  readFacts({ body, scan }) {
    const read = new MemberReader(body, scan);
    const model = read.text('model');
    const input = read.value('input');
    const isText = typeof input === 'string' && input !== '';
    read.require(isText, 'input', 'required');
    read.assertValid();
    const characters = isText ? lengthOf(input) : 0;
    return {
      ...oneWholeAnswer,
      model,
      stream: read.value('stream_format') === 'sse',
      maxOutputTokens: characters * AUDIO_TOKENS_A_CHARACTER,
      ...estimateInput({ body, scan }, openAiMedia),
      asks: { ...NOTHING_ASKED, audioOutput: true },
      units: [{ kind: 'character', count: characters }],
      wantsFile: 'sound',
    };
  },

  editsOf: nameModel,
  inputTexts: { members: ['input', 'instructions'], numbersAreTokens: false },
  readAnswer: () => ({ usage: null, ...saysNothing }),
  smallRequest: (model) => ({ model, input: 'Hi', voice: 'alloy' }),
  streams: {
    pass: () => new PassedStream(new SpeechScan(), openAiErrors),
    ofAnswer: noEvents,
    joiner: noEvents,
    beat: ':\n\n',
  },
  errors: openAiErrors,
};

/** Sound is a file, or comes in events. */
function noEvents(): never {
  throw new TypeError('no stream of sound');
}

/** In characters, of which some are two units. */
function lengthOf(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}
