import { describe, expect, it } from 'vitest';
import { requestTarget } from '../../../test/suites/conversation-suite.ts';
import { geminiConversation as gemini } from '../gemini/gemini-conversation.ts';
import { openAiChatConversation as chat } from '../openai-chat/openai-chat-conversation.ts';
import { openAiResponsesConversation as responses } from '../openai-responses/openai-responses-conversation.ts';
import { emptyConversation, type Turn, textPart } from './conversation.ts';

const said = (role: Turn['role'], text: string): Turn => ({ role, name: '', parts: [textPart(text)] });

function written(format: Pick<typeof chat, 'writeRequest'>, turns: Turn[]) {
  const target = requestTarget();
  const talk = { ...emptyConversation(), turns };
  const body = JSON.parse(target.texts.write(format.writeRequest(talk, target)).toString());
  const history: object[] = body.messages ?? body.input ?? body.contents;
  return { history, report: target.report.header() };
}

const dialects = [
  ['chat', chat, { role: 'user', content: '.' }],
  ['responses', responses, { role: 'user', content: [{ text: '.' }] }],
  ['Gemini', gemini, { role: 'user', parts: [{ text: '.' }] }],
] as const;

describe.each(dialects)('a last turn of the user that says nothing, by %s', (_name, format, point) => {
  it('is a point, lest the model goes on with its own words', () => {
    const { history, report } = written(format, [
      said('user', 'q'),
      said('assistant', 'a'),
      said('user', ''),
    ]);
    expect(history).toHaveLength(3);
    expect(history[2]).toMatchObject(point);
    expect(report).toBe('approximated=messages.content');
  });

  it('is nothing behind other words of the user', () => {
    const { history, report } = written(format, [said('user', 'q'), said('user', '')]);
    expect(history).toHaveLength(1);
    expect(report).toBe('');
  });
});

it.each(dialects.slice(1))('behind instructions alone it is a point too, by %s', (_name, format, point) => {
  const { history, report } = written(format, [said('system', 'Say hi'), said('user', '')]);
  expect(history).toMatchObject([point]);
  expect(report).toBe('approximated=messages.content');
});
