import { describe, expect, it } from 'vitest';
import { AskedMembers } from './adapter.ts';
import { takeAnswerShape, transcriptionAnswer } from './asked-transcription.ts';

const words = [{ word: 'Hello', start: 0.1, end: 0.6 }];
const heard = { text: 'Hello', language: 'en', seconds: 1.2, words };
const usage = { type: 'duration', seconds: 2 };

describe('what was heard', () => {
  it.each([
    [{}, { text: 'Hello', usage }],
    [{ response_format: 'json' }, { text: 'Hello', usage }],
    [
      { response_format: 'verbose_json' },
      { task: 'transcribe', language: 'en', duration: 1.2, text: 'Hello', words, usage },
    ],
    [{ response_format: 'text' }, { file: Buffer.from('Hello\n'), type: 'text/plain; charset=utf-8' }],
    [
      { response_format: 'text', stream: 'true' },
      { text: 'Hello', usage },
    ],
  ])('answers %j', (asked, expected) => {
    expect(transcriptionAnswer(heard, asked)).toEqual(expected);
  });

  it('is as long as its last word where the vendor does not say it, and counts no seconds then', () => {
    const answer = transcriptionAnswer({ ...heard, seconds: null }, { response_format: 'verbose_json' });
    expect(answer).toEqual({ task: 'transcribe', language: 'en', duration: 0.6, text: 'Hello', words });
  });
});

it('refuses subtitles', () => {
  const asked = new AskedMembers({ response_format: 'srt' });
  expect(() => takeAnswerShape(asked)).toThrow(expect.objectContaining({ code: 'request.invalid' }));
});
