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

describe('secrets of a channel', () => {
  const key = 'sk-HVSECRETKEY0123456789-e4/x+y=';
  const secretive = {
    ...{ origin: 'https://llm.internal.example:8443', basePath: '/v1' },
    headers: [
      ...['authorization', `Bearer ${key}`],
      ...['x-tenant', 'team-77'],
      ...['x-basic', `Basic ${btoa('someone:open sesame now')}`],
    ],
    proxy: {
      ...{ url: '', scheme: 'http' as const, hostname: 'p.example', port: 1 },
      username: 'u',
      password: 'pröxy-passwörd',
    },
  };
  const each = (write: (letter: string) => string, text = key): string => [...text].map(write).join('');
  const code = (letter: string, base = 16): string => letter.charCodeAt(0).toString(base);
  const hex = (text: string): string => Buffer.from(text).toString('hex');
  /** Whether a reader finds a long part of the key. */
  const shows = (text: string): boolean => /secretkey01|c2vjcmv0|6b6579/i.test(text);

  it.each([
    ['as it is', key],
    ['encoded where it must be', encodeURIComponent(key)],
    ['encoded in full', each((letter) => `%${code(letter)}`)],
    ['encoded in full, twice', each((letter) => `%25${code(letter)}`)],
    ['encoded in part', `%73k-%48VSECRET%4bEY0123456789%2De4`],
    ['in base64', btoa(key)],
    ['in base64 behind its scheme', btoa(`Bearer ${key}`)],
    ['in base64 behind one more letter', btoa(`:Bearer ${key}`)],
    ['in base64 in lines', btoa(`user:${key}`).replace(/.{8}/g, '$&\r\n')],
    ['in base64, percent-encoded', encodeURIComponent(btoa(`??${key}`))],
    ['in base64url', Buffer.from(`>>>???${key}`).toString('base64url')],
    ['in hexadecimal', hex(key)],
    ['in capital hexadecimal with separators', hex(key).toUpperCase().replace(/../g, '$&:')],
    ['as bytes', each((letter) => `0x${code(letter)}, `)],
    ['in JSON escapes', each((letter) => `\\u00${code(letter)}`)],
    ['in JSON escapes of JSON', each((letter) => `\\\\u00${code(letter)}`)],
    ['in other escapes', each((letter) => `\\x${code(letter)}`)],
    ['in decimal references', each((letter) => `&#${code(letter, 10)};`)],
    ['in hexadecimal references', each((letter) => `&#x${code(letter)};`)],
    ['in capitals', key.toUpperCase()],
    ['in small letters', key.toLowerCase()],
    ['with a blank', key.replace('KEY01', 'KEY01 ')],
    ['with a line break', key.replace('KEY01', 'KEY01\r\n  ')],
    ['with soft separators', each((letter) => `${letter}\u00ad\u200b`)],
    ['in full-width letters', each((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))],
    ['without its beginning', key.slice(4)],
    ['without its end', key.slice(0, -9)],
    ['in part', key.slice(5, 19)],
  ])('are removed %s', (_how, written) => {
    for (const said of [`bad key ${written} here`, `bad key "${written}", here`, `x/${written}`, written]) {
      for (const shown of [textForOperator(said, secretive), textForCaller(said, secretive)]) {
        expect(shown).toContain('[removed]');
        expect(shown.replaceAll(/[^a-z0-9]/gi, '')).not.toMatch(/[a-z0-9]*secret/i);
        expect(shows(shown)).toBe(false);
        expect(shown.length).toBeLessThan(said.length + '[removed]'.length);
      }
    }
    expect(textForOperator(`bad key "${written}", here`, secretive)).toMatch(/^bad key ".*", here$/);
  });

  it('are removed where a text ends within them', () => {
    for (let length = 10; length < key.length; length++)
      expect(textForOperator(`bad key Bearer ${key.slice(0, length)}`, secretive)).not.toMatch(/HVSEC/);
  });

  it('that are short take nothing else with them', () => {
    const said = 'The TEAM-77 of a steam, 77 with steam 77 and team: 77.';
    expect(textForOperator(said, secretive)).toBe(
      'The [removed] of a steam, 77 with steam 77 and [removed].',
    );
    const short = { headers: ['x-a', 'e', 'x-b', 'a-b-c-d', 'x-c', '1234567', 'x-d', '- - - - -'] };
    const words = 'the cab, cd: abcd 12 34 567 - a message of 1.234.567 letters';
    expect(textForOperator(words, short)).toBe(words);
  });

  it('of a proxy and of Basic are removed too', () => {
    for (const secret of ['pröxy-passwörd', 'open sesame now'])
      for (const written of [
        secret,
        encodeURIComponent(secret),
        Buffer.from(`user:${secret}`).toString('base64'),
      ])
        expect(textForOperator(`407 for ${written}`, secretive)).toMatch(/^407 for [^ ]*\[removed\]$/);
  });

  it('the address is removed in other spellings, its parts are not', () => {
    const { origin } = secretive;
    for (const written of [encodeURIComponent(origin), btoa(origin), origin.toUpperCase(), hex(origin)])
      expect(textForCaller(`at ${written}`, secretive)).not.toMatch(/internal|SNTERN/i);
    expect(textForCaller('the llm internal error', secretive)).toBe('the llm internal error');
  });

  it('are looked for in milliseconds', () => {
    for (const letters of [btoa(key), key, '%41', '\\u0041', '736b', 'sk-HVSECRETKE'])
      expect(processorMs(() => textForOperator(letters.repeat(4096).slice(0, 4096), secretive))).toBeLessThan(
        300,
      );
  });
});

it('for administrators keeps addresses and ids, but no secret of the channel', () => {
  const said = 'org-a1B2c3D4e5 at https://llm.internal.example:8443 with vendor-key-1234567890';
  expect(textForOperator(said, channel)).toBe(
    'org-a1B2c3D4e5 at https://llm.internal.example:8443 with [removed]',
  );
});
