import { describe, expect, it } from 'vitest';
import { MessagesAnswerReader } from './anthropic-messages/anthropic-messages-answer-reader.ts';
import { AnswerJoiner } from './neutral/answer-joiner.ts';
import { AnswerOrder } from './neutral/answer-order.ts';
import { BrokenAnswerError } from './neutral/broken-answer.ts';
import { openAiErrors } from './openai/openai-errors.ts';
import { OpenAiChatScan } from './openai-chat/openai-chat-stream-scan.ts';
import { ResponsesAnswerReader } from './openai-responses/openai-responses-answer-reader.ts';
import { ResponseUnits } from './openai-responses/response-units.ts';
import { PassedStream } from './passed-stream.ts';

// The memory for a continuing answer is bounded.

const order = () => new AnswerOrder(new AnswerJoiner(), { answerCount: 1 });
const chatStream = () =>
  new PassedStream(new OpenAiChatScan({ wantsUsage: false, answerCount: 1, framing: 'sse' }), openAiErrors);
const chunk = (delta: object, index = 0): Buffer =>
  Buffer.from(`data: ${JSON.stringify({ id: 'c', choices: [{ index, delta, finish_reason: null }] })}\n\n`);

describe('an answer that goes on and on', () => {
  it('names only so many sounds', () => {
    const path = chatStream();
    for (let at = 0; at < 1_000; at += 1)
      path.read(chunk({ audio: { id: `audio_${at}`, data: 'AAAA', transcript: 'x' } }));
    expect(path.findings.kept).toHaveLength(16);
  });

  it('has only so many calls', () => {
    const path = chatStream();
    const call = (at: number) => ({ index: at, id: `call_${at}`, function: { name: 'f', arguments: '{}' } });
    const tell = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) path.read(chunk({ tool_calls: [call(at)] }));
    };
    tell(0, 10_000);
    expect(() => tell(10_000, 10_001)).toThrow(BrokenAnswerError);
  });

  it('says choices that nobody asked for as they came', () => {
    const path = chatStream();
    for (let at = 0; at < 1_000; at += 1) {
      const said = chunk({ tool_calls: [{ index: 0, id: 'call_1', function: { name: 'f' } }] }, at);
      expect(String(path.read(said))).toContain('call_1');
    }
  });

  it('counts what is used by the piece, whatever its variants are named', () => {
    const units = new ResponseUnits();
    for (let at = 0; at < 1_000; at += 1)
      units.note({ type: 'image_generation_call', size: `${at}x${at}`, quality: 'low' });
    expect(units.units.length).toBeLessThan(40);
    expect(units.units.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
  });

  it('has only so many items of a response', () => {
    const reader = new ResponsesAnswerReader(order());
    const tell = (count: number): void => {
      for (let output_index = 0; output_index < count; output_index += 1) {
        const item = { id: `msg_${output_index}`, type: 'message', content: [] };
        reader.event(JSON.stringify({ type: 'response.output_item.added', output_index, item }));
      }
    };
    expect(() => tell(10_001)).toThrow(BrokenAnswerError);
  });

  it('has only so many open blocks of a message', () => {
    const reader = new MessagesAnswerReader(order());
    const tell = (count: number): void => {
      for (let index = 0; index < count; index += 1) {
        const content_block = { type: 'text', text: '' };
        reader.event(JSON.stringify({ type: 'content_block_start', index, content_block }));
      }
    };
    expect(() => tell(1_001)).toThrow(BrokenAnswerError);
  });
});
