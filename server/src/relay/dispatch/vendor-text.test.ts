import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/processor-time.ts';
import { textForCaller, textForOperator } from './vendor-text.ts';

const channel = {
  origin: 'https://llm.internal.example:8443',
  basePath: '/openai/v1',
  headers: [
    ...['authorization', 'Bearer vendor-key-1234567890'],
    ...['x-tenant', 'blue-team-7'],
    ...['content-type', 'application/json'],
  ],
};

describe('what a vendor said, for the caller', () => {
  it.each([
    ["Invalid value for 'temperature': 3 is above 2.", "Invalid value for 'temperature': 3 is above 2."],
    ['messages[0].content: expected a string', 'messages[0].content: expected a string'],
    ['send application/json', 'send application/json'],
    ['the key vendor-key-1234567890 is known', 'the key [removed] is known'],
    ['got "Bearer vendor-key-1234567890"', 'got "[removed]"'],
    ['tenant blue-team-7 may not', 'tenant [removed] may not'],
    ['POST https://llm.internal.example:8443/openai/v1/chat/completions failed', 'POST [removed] failed'],
    ['llm.internal.example:8443 refused', '[removed] refused'],
    ['the host llm.internal.example is slow', 'the host [removed] is slow'],
    ['see https://docs.vendor.example/errors?id=4, please', 'see [removed], please'],
    ['write to support@vendor.example.', 'write to [removed]'],
    ['from 10.0.0.12:443 to 2001:db8::17', 'from [removed] to [removed]'],
    ['the time is 12:30:45', 'the time is 12:30:45'],
    ['organisation org-a1B2c3D4e5 in proj_0123456789', 'organisation [removed] in [removed]'],
    ['key sk-abcd****************wxyz is wrong', 'key [removed] is wrong'],
    ['request 3f2b8c1e-0d4a-4b6f-9a1c-5e7d9b2f4a60 failed', 'request [removed] failed'],
    ['arn:aws:bedrock:eu-west-1:123456789012:model/x is missing', '[removed] is missing'],
    ['two\nlines\u0000 and \ud800 half', 'two lines  and \ufffd half'],
  ])('%s', (said, shown) => {
    expect(textForCaller(said, channel)).toBe(shown);
  });

  it('is cut to 1 KiB, between characters', () => {
    const shown = textForCaller('漢'.repeat(1000), channel);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(1024);
    expect(shown).toMatch(/^漢{300,}…$/);
  });

  it('keeps no beginning of a secret that the cut would split', () => {
    const shown = textForCaller(`${'a '.repeat(505)}vendor-key-1234567890`, channel);
    expect(shown).not.toContain('vendor');
  });

  it('takes a text of 64 KiB without spaces in milliseconds', () => {
    for (const letter of ['a', '1.', ':', '@', 'a:', 'sk-', '-', 'a@b.']) {
      const ms = processorMs(() => textForCaller(letter.repeat(65_536 / letter.length), channel));
      expect(ms).toBeLessThan(1000);
    }
  });
});

it('for administrators keeps addresses and ids, but no secret of the channel', () => {
  const said = 'org-a1B2c3D4e5 at https://llm.internal.example:8443 with vendor-key-1234567890';
  expect(textForOperator(said, channel)).toBe(
    'org-a1B2c3D4e5 at https://llm.internal.example:8443 with [removed]',
  );
});
