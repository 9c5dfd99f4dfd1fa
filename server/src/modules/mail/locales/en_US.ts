import type { MailTemplates } from '../mail-template.ts';

const texts: MailTemplates = {
  registerCode: {
    subject: 'Your {{site}} code',
    body: 'Use this code to finish signing up for {{site}}:\n\n{{code}}\n\nIt expires in {{minutes}} minutes. If you did not sign up, ignore this e-mail.',
  },
  emailCode: {
    subject: 'Your {{site}} code',
    body: 'Use this code to add this address to your {{site}} account:\n\n{{code}}\n\nIt expires in {{minutes}} minutes. If you did not request it, ignore this e-mail.',
  },
  addressTaken: {
    subject: 'You already have a {{site}} account',
    body: 'Someone entered this address at {{site}}. It already belongs to an account, so no code was sent.\n\nIf it was you, sign in; the sign-in page can reset a forgotten password. Otherwise, ignore this e-mail.',
  },
  resetPassword: {
    subject: 'Reset your {{site}} password',
    body: 'Hello {{name}},\n\nOpen this link to choose a new password:\n\n{{link}}\n\nIt works once and expires in {{minutes}} minutes. If you did not request it, ignore this e-mail; your password stays the same.',
  },
  lowBalance: {
    subject: 'Your {{site}} balance is low',
    body: 'Hello {{name}},\n\nYour balance is down to {{amount}}. Calls are refused once it is used up.\n\n{{link}}',
  },
  test: {
    subject: 'Test e-mail from {{site}}',
    body: '{{site}} can send e-mail.',
  },
};

export default texts;
