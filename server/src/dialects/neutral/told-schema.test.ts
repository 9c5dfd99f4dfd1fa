import { describe, expect, it } from 'vitest';
import { requestTarget } from '../../../test/suites/conversation-suite.ts';
import { anthropicMessagesConversation as messages } from '../anthropic-messages/anthropic-messages-conversation.ts';
import { bedrockConverseConversation as converse } from '../bedrock-converse/bedrock-converse-conversation.ts';
import { openAiChatConversation as chat } from '../openai-chat/openai-chat-conversation.ts';
import { openAiResponsesConversation as responses } from '../openai-responses/openai-responses-conversation.ts';
import { emptyConversation, type Turn, textPart } from './conversation.ts';

const told = 'Answer with JSON alone, in no code block.';

function written(
  format: Pick<typeof chat, 'writeRequest'>,
  { system = '', text = 'Hi' }: { system?: string; text?: string } = {},
) {
  const talk = emptyConversation();
  const said = (role: Turn['role'], words: string): Turn => ({ role, name: '', parts: [textPart(words)] });
  talk.settings.maxOutputTokens = 4096;
  talk.turns = [...(system === '' ? [] : [said('system', system)]), said('user', text)];
  talk.output = { format: 'json', schema: null, name: '', description: '', strict: null };
  const target = requestTarget({ upstreamModel: 'gpt-4o' });
  const body = JSON.parse(target.texts.write(format.writeRequest(talk, target)).toString());
  return { body, report: target.report.header() };
}

describe('JSON without a schema', () => {
  it('is asked for in words where no message of chat says them', () => {
    const { body, report } = written(chat, { system: 'Be short.' });
    expect(body.messages.map(({ content }: { content: unknown }) => content)).toEqual([
      'Be short.',
      told,
      'Hi',
    ]);
    expect(body.response_format).toEqual({ type: 'json_object' });
    expect(report).toBe('added=messages');
  });

  it.each([{ system: 'Answer as JSON.' }, { text: 'A json of it' }, { text: `${'x'.repeat(100_000)} Json` }])(
    'is not where one does',
    (words) => {
      expect(written(chat, words).report).toBe('');
    },
  );

  it('is asked for in the input of a response, whatever the instructions say', () => {
    const { body, report } = written(responses, { system: 'Answer as JSON.' });
    expect(body).toMatchObject({
      instructions: 'Answer as JSON.',
      text: { format: { type: 'json_object' } },
    });
    expect(body.input).toMatchObject([{ role: 'system', content: [{ text: told }] }, { role: 'user' }]);
    expect(report).toBe('added=messages');
    expect(written(responses, { text: 'json' }).report).toBe('');
  });

  it.each([
    ['messages', messages],
    ['Converse', converse],
  ])('is told to the models of %s, which have no mode of it', (_name, format) => {
    const { body, report } = written(format, { system: 'Answer as JSON.' });
    expect(body.system).toMatchObject([{ text: 'Answer as JSON.' }, { text: told }]);
    expect(report).toBe('approximated=response_format');
  });
});
