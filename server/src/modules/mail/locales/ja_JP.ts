import type { MailTemplates } from '../mail-template.ts';

const texts: MailTemplates = {
  registerCode: {
    subject: '{{site}} の確認コード',
    body: '{{site}} への登録を完了するには、次のコードを入力してください。\n\n{{code}}\n\n有効期限は {{minutes}} 分です。お心当たりがない場合は、このメールを無視してください。',
  },
  emailCode: {
    subject: '{{site}} の確認コード',
    body: 'このメールアドレスを {{site}} のアカウントに登録するには、次のコードを入力してください。\n\n{{code}}\n\n有効期限は {{minutes}} 分です。お心当たりがない場合は、このメールを無視してください。',
  },
  addressTaken: {
    subject: '{{site}} のアカウントをすでにお持ちです',
    body: '{{site}} でこのメールアドレスが入力されましたが、すでにアカウントで使用されているため、確認コードは送信していません。\n\nご本人の場合はログインしてください。パスワードをお忘れの場合は、ログイン画面から再設定できます。お心当たりがない場合は、このメールを無視してください。',
  },
  resetPassword: {
    subject: '{{site}} のパスワード再設定',
    body: '{{name}} 様\n\n次のリンクを開いて、新しいパスワードを設定してください。\n\n{{link}}\n\nリンクは 1 回のみ使用でき、有効期限は {{minutes}} 分です。お心当たりがない場合は、このメールを無視してください。パスワードは変更されません。',
  },
  lowBalance: {
    subject: '{{site}} の残高が少なくなっています',
    body: '{{name}} 様\n\n残高は {{amount}} です。残高がなくなると、リクエストは拒否されます。\n\n{{link}}',
  },
  test: {
    subject: '{{site}} からのテストメール',
    body: '{{site}} からメールを送信できます。',
  },
};

export default texts;
