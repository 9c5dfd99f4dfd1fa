import { languages } from '@turnpike/contract';
import { expect, it } from 'vitest';
import { type Mail, toMailText } from './mail-text.ts';

const name = '<b>Ann</b>\r\n';
const link = 'https://site.test/user/reset?email=a%40b.test&token=x';
const mails: Mail[] = [
  { kind: 'registerCode', code: '123456', minutes: 10 },
  { kind: 'emailCode', code: '123456', minutes: 10 },
  { kind: 'addressTaken' },
  { kind: 'resetPassword', name, link, minutes: 30 },
  { kind: 'lowBalance', name, amount: '$0.10', link },
  { kind: 'keyBudget', name, key: 'laptop', percent: 80, link },
  { kind: 'accountBudget', name, percent: 80, link },
  { kind: 'invoice', name, number: '202610-3', month: '2026-10', amount: '$1.234568', link },
  { kind: 'passwordChanged', name, link },
  { kind: 'emailChanged', name, link: '' },
  { kind: 'authenticatorAdded', name, link },
  { kind: 'authenticatorRemoved', name, link },
  { kind: 'passkeyAdded', name, link },
  { kind: 'passkeyRemoved', name, link },
  { kind: 'identityLinked', name, link },
  { kind: 'identityUnlinked', name, link },
  { kind: 'accessTokenMade', name, link },
  { kind: 'telegramLinked', name, link },
  { kind: 'telegramUnlinked', name, link },
  { kind: 'test' },
];

it('fills every template in every language and escapes what people wrote', () => {
  for (const language of languages) {
    for (const mail of mails) {
      const { subject, text, html } = toMailText(mail, { language, site: 'A & <i>B</i>\n' });
      expect(subject).toContain('A & <i>B</i>');
      expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined/);
      expect(subject).not.toMatch(/\n|123456/);
      expect(html).not.toMatch(/<[bi]>/);
      if ('code' in mail) expect(text).toContain('\n\n123456\n\n');
      if ('link' in mail && mail.link !== '') {
        expect(text).toContain(link);
        expect(html).toContain(`href="${link.replace('&', '&amp;')}"`);
      }
    }
  }
});

it('leaves out the link of a site without an address', () => {
  const mail = { kind: 'lowBalance' as const, name: 'ann', amount: '5', link: '' };
  expect(toMailText(mail, { language: 'en_US', site: 'Site' }).text).toBe(
    'Hello ann,\n\nYour balance is down to 5. Calls are refused once it is used up.\n',
  );
});
