import type { NotificationTexts } from '../notification-texts.ts';

const texts: NotificationTexts = {
  low_balance: {
    title: '{{site}} の残高が少なくなりました',
    text: '残高は {{amount}} です。使い切るとリクエストは拒否されます。',
  },
  customer_low_balance: {
    title: 'ユーザー {{customer}} の残高が少なくなりました',
    text: '残高は {{amount}} です。',
  },
  budget_alert: {
    title: '予算の {{percent}}% を使用しました',
    text: '{{name}} の予算の {{percent}}% を使用しました。',
  },
  daily_digest: {
    title: '{{day}} の利用状況',
    text: 'リクエスト {{calls}} 件、費用 {{amount}}、拒否 {{refused}} 件。費用の多いモデル：{{models}}。',
  },
  site_digest: {
    title: '{{site}} {{day}} の稼働状況',
    text: 'リクエスト {{calls}} 件、費用 {{amount}}。上流への試行 {{attempts}} 回、うち失敗 {{failures}} 回。費用の多いモデル：{{models}}。',
  },
  channel_disabled: { title: 'チャネル {{channel}} が自動的に無効になりました', text: '理由：{{code}}。' },
  channel_enabled: {
    title: 'チャネル {{channel}} が復旧しました',
    text: 'テストに合格し、自動的に有効になりました。',
  },
  key_disabled: {
    title: 'チャネル {{channel}} のキーが 1 つ無効になりました',
    text: '理由：{{code}}。ほかのキーは引き続き使われます。',
  },
  vendor_low_credit: {
    title: 'チャネル {{channel}} の上流残高が少なくなりました',
    text: '残高は {{balance}} {{currency}} で、{{threshold}} を下回っています。',
  },
  charges_rejected: {
    title: '記録できない料金があります',
    text: '直近 1 時間に {{count}} 件、合計 {{amount}} の料金がデータベースに拒否されました。',
  },
  prices_changed: {
    title: 'モデルの価格が変わりました',
    text: '追加 {{added}} 件、変更 {{changed}} 件、削除 {{removed}} 件：{{models}}。',
  },
  test: { title: '{{site}} からのテスト通知', text: 'このメッセージが届けば、通知を受け取れます。' },
  summary: {
    title: '{{site}}：{{count}} 件の通知',
    text: '通知が多いため、まとめて送信しました：{{kinds}}。',
  },
  nothing: 'なし',
  separator: '、',
  kinds: {
    low_balance: '残高不足',
    customer_low_balance: 'ユーザーの残高不足',
    budget_alert: '予算の通知',
    daily_digest: '毎日の利用状況',
    site_digest: '毎日の稼働状況',
    channel_disabled: 'チャネルの無効化',
    channel_enabled: 'チャネルの復旧',
    key_disabled: 'キーの無効化',
    vendor_low_credit: '上流の残高不足',
    charges_rejected: '記録できない料金',
    prices_changed: '価格の変更',
  },
};

export default texts;
