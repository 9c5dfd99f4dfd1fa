import { describe, expect, it } from 'vitest';
import { ConversionReport } from '../neutral/conversion-report.ts';
import { putSystemFirst } from './system-first.ts';

const system = (content: unknown) => ({ role: 'system', content });
const user = (content: unknown) => ({ role: 'user', content });
const text = (one: string) => ({ type: 'text', text: one });
const call = { role: 'assistant', content: null, tool_calls: [{ id: 'c' }] };
const result = { role: 'tool', tool_call_id: 'c', content: 'R' };
const answer = { role: 'assistant', content: 'A' };

describe('system turns for a template that takes one, at the beginning', () => {
  it.each([
    [
      'two at the beginning become one',
      [system('S'), { role: 'developer', content: 'D' }, user('U')],
      [system([text('S'), text('D')]), user('U')],
    ],
    [
      'a later one joins the user before it',
      [system('S'), user('U'), system('L')],
      [system('S'), user([text('U'), text('L')])],
    ],
    [
      'a later one joins the user after it',
      [user('U'), answer, system('L'), user([text('V')])],
      [user('U'), answer, user([text('L'), text('V')])],
    ],
    [
      'a later one between answers is a turn of the user',
      [user('U'), answer, system('L'), answer],
      [user('U'), answer, user('L'), answer],
    ],
    [
      'a call keeps its results next to it',
      [user('U'), call, system('L'), result],
      [user('U'), call, result, user('L')],
    ],
    [
      'a developer alone is the system',
      [{ role: 'developer', content: 'D' }, user('U'), system('L'), answer],
      [system('D'), user([text('U'), text('L')]), answer],
    ],
  ])('%s', (_, messages, expected) => {
    const request = { messages };
    const report = new ConversionReport();
    expect(putSystemFirst(request, { report })).toBe(true);
    expect(request.messages).toEqual(expected);
    expect(report.header()).toContain('approximated=messages.system');
  });

  it.each([
    ['one at the beginning', [system('S'), user('U')]],
    ['none', [user('U'), answer]],
    ['no list', 'U'],
  ])('leaves %s as it is', (_, messages) => {
    const request = { messages };
    expect(putSystemFirst(request, { report: new ConversionReport() })).toBe(false);
    expect(request.messages).toBe(messages);
  });
});
