import type { NotificationTexts } from '../notification-texts.ts';

const texts: NotificationTexts = {
  low_balance: {
    title: '您的 {{site}} 餘額不足',
    text: '您的餘額尚餘 {{amount}}。餘額用完後，請求會被拒絕。',
  },
  customer_low_balance: { title: '用戶 {{customer}} 餘額不足', text: '餘額尚餘 {{amount}}。' },
  budget_alert: { title: '預算已使用 {{percent}}%', text: '{{name}} 的預算已使用 {{percent}}%。' },
  daily_digest: {
    title: '{{day}} 用量摘要',
    text: '請求 {{calls}} 次，費用 {{amount}}，被拒絕 {{refused}} 次。費用最高的模型：{{models}}。',
  },
  site_digest: {
    title: '{{site}} {{day}} 運作摘要',
    text: '請求 {{calls}} 次，費用 {{amount}}；上游嘗試 {{attempts}} 次，失敗 {{failures}} 次。費用最高的模型：{{models}}。',
  },
  channel_disabled: { title: '渠道 {{channel}} 已自動停用', text: '原因：{{code}}。' },
  channel_enabled: { title: '渠道 {{channel}} 已恢復', text: '測試通過，渠道已自動啟用。' },
  key_disabled: {
    title: '渠道 {{channel}} 的一個密鑰已自動停用',
    text: '原因：{{code}}。渠道的其他密鑰仍可使用。',
  },
  vendor_low_credit: {
    title: '渠道 {{channel}} 的上游餘額不足',
    text: '餘額為 {{balance}} {{currency}}，低於 {{threshold}}。',
  },
  charges_rejected: {
    title: '有費用未能入帳',
    text: '過去一小時內有 {{count}} 筆費用被資料庫拒絕，共 {{amount}}。',
  },
  prices_changed: {
    title: '模型價格已更新',
    text: '新增 {{added}} 個，修改 {{changed}} 個，刪除 {{removed}} 個：{{models}}。',
  },
  test: { title: '{{site}} 測試通知', text: '收到這則訊息，表示通知可以送達。' },
  summary: { title: '{{site}}：{{count}} 則通知', text: '通知過多，已合併：{{kinds}}。' },
  nothing: '無',
  separator: '、',
  kinds: {
    low_balance: '餘額不足',
    customer_low_balance: '用戶餘額不足',
    budget_alert: '預算提醒',
    daily_digest: '每日用量摘要',
    site_digest: '每日運作摘要',
    channel_disabled: '渠道停用',
    channel_enabled: '渠道恢復',
    key_disabled: '密鑰停用',
    vendor_low_credit: '上游餘額不足',
    charges_rejected: '費用未入帳',
    prices_changed: '價格更新',
  },
};

export default texts;
