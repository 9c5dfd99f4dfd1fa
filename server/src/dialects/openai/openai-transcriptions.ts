import type { AttachedFile, Dialect } from '../dialect.ts';
import { estimateInput } from '../input-estimate.ts';
import type { MediaInput } from '../media-input.ts';
import { MemberReader } from '../member-reader.ts';
import { type Operation, transcription, translation } from '../operation.ts';
import { PassedStream } from '../passed-stream.ts';
import { nameModel, oneWholeAnswer, withoutConversation } from '../without-conversation.ts';
import { openAiErrors } from './openai-errors.ts';
import { openAiMedia } from './openai-media.ts';
import {
  TranscriptionJoiner,
  TranscriptionScan,
  transcriptionStreamOf,
} from './openai-transcription-stream.ts';
import { readTranscriptionUsage, secondsUnit } from './openai-transcription-usage.ts';

/** OpenAI counts 10 tokens a second of sound that it hears. */
const AUDIO_TOKENS_A_SECOND = 10;
/** Somebody speaks three words a second, about. */
const TEXT_TOKENS_A_SECOND = 8;
/** 32 kbit/s, where a file does not say how long it is. */
const MIN_BYTES_A_SECOND = 4_000;

const PLAIN_TEXTS: ReadonlySet<unknown> = new Set(['text', 'srt', 'vtt']);

/** `POST /v1/audio/transcriptions`: sound as text. Source: OpenAI API reference, "Create transcription". */
export const openAiTranscriptions: Dialect = heardBy('openai-transcriptions', transcription);

/** `POST /v1/audio/translations`: sound as English text. Source: OpenAI API reference, "Create translation". */
export const openAiTranslations: Dialect = heardBy('openai-translations', translation);

function heardBy(name: 'openai-transcriptions' | 'openai-translations', operation: Operation): Dialect {
  return {
    ...withoutConversation,
    name,
    operation,
    members: new Set(['model', 'prompt', 'response_format', 'stream']),
    notices: openAiMedia.notices,
    answerMembers: { required: [], texts: ['text'], all: new Set(['usage', 'duration', 'text']) },

    readFacts({ body, scan, files = [] }) {
      const read = new MemberReader(body, scan);
      const model = read.text('model');
      read.require(files.length > 0, 'file', 'required');
      const stream = ['true', '1'].includes(String(read.value('stream')).toLowerCase());
      const isPlain = PLAIN_TEXTS.has(read.value('response_format'));
      read.assertValid();
      const seconds = Math.max(1, Math.ceil(files.reduce((sum, file) => sum + secondsOf(file), 0)));
      return {
        ...oneWholeAnswer,
        model,
        stream,
        maxOutputTokens: seconds * TEXT_TOKENS_A_SECOND,
        ...estimateInput({ body, scan }, openAiMedia),
        media: mediaOf(seconds),
        units: [{ kind: 'second', count: seconds }],
        ...(isPlain && !stream && { wantsFile: 'text' as const }),
      };
    },

    editsOf: nameModel,
    inputTexts: { members: ['prompt'], numbersAreTokens: false },

    readAnswer(member) {
      const usage = member('usage');
      const seconds = (usage as { seconds?: unknown } | undefined)?.seconds ?? member('duration');
      return {
        usage: readTranscriptionUsage(usage),
        text: () => String(member('text') ?? ''),
        media: () => ({ audioBytes: 0, imageCount: 0 }),
        units: secondsUnit(seconds),
      };
    },

    // A test would need a file.
    smallRequest: (model) => ({ model }),
    streams: {
      pass: () => new PassedStream(new TranscriptionScan(), openAiErrors),
      ofAnswer: transcriptionStreamOf,
      joiner: async () => new TranscriptionJoiner(),
      beat: ':\n\n',
    },
    errors: openAiErrors,
  };
}

const secondsOf = ({ seconds, bytes }: AttachedFile): number => seconds ?? bytes / MIN_BYTES_A_SECOND;

const mediaOf = (seconds: number): MediaInput => ({
  imageCount: 0,
  documentTokens: 0,
  likelyImageTokens: 0,
  leastImageTokens: 0,
  audioTokens: seconds * AUDIO_TOKENS_A_SECOND,
  likelyAudioTokens: seconds * AUDIO_TOKENS_A_SECOND,
  leastAudioTokens: seconds,
});
