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
  keyBudget: {
    subject: 'A key at {{site}} has used {{percent}} % of a budget',
    body: 'Hello {{name}},\n\nYour key “{{key}}” has used {{percent}} % of one of its budgets. Calls are refused once it is used up, until the next period begins.\n\n{{link}}',
  },
  accountBudget: {
    subject: 'Your {{site}} account has used {{percent}} % of a budget',
    body: 'Hello {{name}},\n\nYour account has used {{percent}} % of one of its budgets. Calls are refused once it is used up, until the next period begins.\n\n{{link}}',
  },
  notification: { subject: '{{title}}', body: '{{text}}\n\n{{link}}' },
  invoice: {
    subject: 'Your {{site}} invoice for {{month}}',
    body: 'Hello {{name}},\n\nInvoice {{number}} for {{month}} is ready. The amount is {{amount}}.\n\n{{link}}',
  },
  passwordChanged: {
    subject: 'Your {{site}} password was changed',
    body: 'Hello {{name}},\n\nThe password of your {{site}} account was changed.\n\nIf this was not you, reset the password now and contact the administrator of {{site}}.\n\n{{link}}',
  },
  emailChanged: {
    subject: 'Your {{site}} e-mail address was changed',
    body: 'Hello {{name}},\n\nYour {{site}} account now has another e-mail address, and this one is no longer used.\n\nIf this was not you, contact the administrator of {{site}} now.',
  },
  authenticatorAdded: {
    subject: 'Two-step verification is on for {{site}}',
    body: 'Hello {{name}},\n\nAn authenticator app was added to your {{site}} account. Signing in now takes a code from it.\n\nIf this was not you, change your password now and contact the administrator of {{site}}.\n\n{{link}}',
  },
  authenticatorRemoved: {
    subject: 'Two-step verification is off for {{site}}',
    body: 'Hello {{name}},\n\nThe authenticator app of your {{site}} account was removed.\n\nIf this was not you, change your password and set up the app again.\n\n{{link}}',
  },
  passkeyAdded: {
    subject: 'A passkey was added to your {{site}} account',
    body: 'Hello {{name}},\n\nA passkey was added to your {{site}} account. It signs in without a password.\n\nIf this was not you, remove it and change your password.\n\n{{link}}',
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from your {{site}} account',
    body: 'Hello {{name}},\n\nA passkey of your {{site}} account was removed. It no longer signs in.\n\nIf this was not you, change your password.\n\n{{link}}',
  },
  identityLinked: {
    subject: 'A sign-in was linked to your {{site}} account',
    body: 'Hello {{name}},\n\nAn account at a sign-in provider was linked to your {{site}} account. It can now sign in to it.\n\nIf this was not you, unlink it and change your password.\n\n{{link}}',
  },
  identityUnlinked: {
    subject: 'A sign-in was unlinked from your {{site}} account',
    body: 'Hello {{name}},\n\nAn account at a sign-in provider was unlinked from your {{site}} account. It no longer signs in to it.\n\nIf this was not you, change your password.\n\n{{link}}',
  },
  accessTokenMade: {
    subject: 'An access token was created for your {{site}} account',
    body: 'Hello {{name}},\n\nAn access token was created for your {{site}} account. It allows scripts to manage the account.\n\nIf this was not you, revoke it and change your password.\n\n{{link}}',
  },
  telegramLinked: {
    subject: 'A Telegram account was linked to your {{site}} account',
    body: 'Hello {{name}},\n\nA Telegram account was linked to your {{site}} account. It can see the balance and redeem codes for it through the bot.\n\nIf this was not you, unlink it and change your password.\n\n{{link}}',
  },
  telegramUnlinked: {
    subject: 'A Telegram account was unlinked from your {{site}} account',
    body: 'Hello {{name}},\n\nThe Telegram account of your {{site}} account was unlinked. The bot no longer shows the account there.\n\nIf this was not you, change your password.\n\n{{link}}',
  },
  test: {
    subject: 'Test e-mail from {{site}}',
    body: '{{site}} can send e-mail.',
  },
};

export default texts;
