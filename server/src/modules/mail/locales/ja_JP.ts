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
  keyBudget: {
    subject: '{{site}} のキーが予算の {{percent}}% を使いました',
    body: '{{name}} 様\n\nキー「{{key}}」が予算の {{percent}}% を使いました。使い切ると、次の期間が始まるまでリクエストは拒否されます。\n\n{{link}}',
  },
  accountBudget: {
    subject: '{{site}} のアカウントが予算の {{percent}}% を使いました',
    body: '{{name}} 様\n\nアカウントが予算の {{percent}}% を使いました。使い切ると、次の期間が始まるまでリクエストは拒否されます。\n\n{{link}}',
  },
  notification: { subject: '{{title}}', body: '{{text}}\n\n{{link}}' },
  invoice: {
    subject: '{{site}} の請求書（{{month}}）',
    body: '{{name}} 様\n\n{{month}} の請求書（番号 {{number}}）を作成しました。金額は {{amount}} です。\n\n{{link}}',
  },
  passwordChanged: {
    subject: '{{site}} のパスワードが変更されました',
    body: '{{name}} 様\n\n{{site}} のアカウントのパスワードが変更されました。\n\nお心当たりがない場合は、すぐにパスワードを再設定し、{{site}} の管理者に連絡してください。\n\n{{link}}',
  },
  emailChanged: {
    subject: '{{site}} のメールアドレスが変更されました',
    body: '{{name}} 様\n\n{{site}} のアカウントのメールアドレスが変更されました。このメールアドレスは今後使用されません。\n\nお心当たりがない場合は、すぐに {{site}} の管理者に連絡してください。',
  },
  authenticatorAdded: {
    subject: '{{site}} の 2 段階認証が有効になりました',
    body: '{{name}} 様\n\n{{site}} のアカウントに認証アプリが追加されました。今後のログインには、アプリのコードが必要です。\n\nお心当たりがない場合は、すぐにパスワードを変更し、{{site}} の管理者に連絡してください。\n\n{{link}}',
  },
  authenticatorRemoved: {
    subject: '{{site}} の 2 段階認証が無効になりました',
    body: '{{name}} 様\n\n{{site}} のアカウントから認証アプリが削除されました。\n\nお心当たりがない場合は、パスワードを変更し、認証アプリを設定し直してください。\n\n{{link}}',
  },
  passkeyAdded: {
    subject: '{{site}} にパスキーが追加されました',
    body: '{{name}} 様\n\n{{site}} のアカウントにパスキーが追加されました。このパスキーで、パスワードなしでログインできます。\n\nお心当たりがない場合は、パスキーを削除し、パスワードを変更してください。\n\n{{link}}',
  },
  passkeyRemoved: {
    subject: '{{site}} のパスキーが削除されました',
    body: '{{name}} 様\n\n{{site}} のアカウントからパスキーが削除されました。今後、このパスキーではログインできません。\n\nお心当たりがない場合は、パスワードを変更してください。\n\n{{link}}',
  },
  identityLinked: {
    subject: '{{site}} のアカウントに外部アカウントが連携されました',
    body: '{{name}} 様\n\n{{site}} のアカウントに外部サービスのアカウントが連携されました。今後、そのアカウントでログインできます。\n\nお心当たりがない場合は、連携を解除し、パスワードを変更してください。\n\n{{link}}',
  },
  identityUnlinked: {
    subject: '{{site}} のアカウント連携が解除されました',
    body: '{{name}} 様\n\n{{site}} のアカウントと外部サービスのアカウントの連携が解除されました。今後、そのアカウントではログインできません。\n\nお心当たりがない場合は、パスワードを変更してください。\n\n{{link}}',
  },
  accessTokenMade: {
    subject: '{{site}} のアクセストークンが作成されました',
    body: '{{name}} 様\n\n{{site}} のアカウントにアクセストークンが作成されました。スクリプトからアカウントを操作できます。\n\nお心当たりがない場合は、トークンを失効させ、パスワードを変更してください。\n\n{{link}}',
  },
  telegramLinked: {
    subject: '{{site}} のアカウントが Telegram と連携しました',
    body: '{{name}} 様\n\n{{site}} のアカウントが Telegram アカウントと連携しました。ボットで残高の確認とコードの引き換えができます。\n\nお心当たりがない場合は、連携を解除し、パスワードを変更してください。\n\n{{link}}',
  },
  telegramUnlinked: {
    subject: '{{site}} のアカウントと Telegram の連携が解除されました',
    body: '{{name}} 様\n\n{{site}} のアカウントと Telegram アカウントの連携が解除されました。ボットにはこのアカウントの情報が表示されなくなります。\n\nお心当たりがない場合は、パスワードを変更してください。\n\n{{link}}',
  },
  test: {
    subject: '{{site}} からのテストメール',
    body: '{{site}} からメールを送信できます。',
  },
};

export default texts;
