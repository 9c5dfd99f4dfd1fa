import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'Telegram 機械人',
  purpose: '機械人的自訂指令，用固定的內容回覆使用者。',
  onlineWebhook: '在線（Webhook）',
  onlinePolling: '在線（輪詢）',
  off: '未運行',
  reloadHint: '新增或修改的指令立即可用；重新載入後，才會出現在 Telegram 的指令列表中。',
  offHint: '未設定機械人權杖，或無法連接 Telegram。',
  openSettings: '開啟機械人設定',
  reload: '重新載入',
  reloaded: '指令列表已重新載入',
  create: '新增指令',
  created: '指令 /{{command}} 已新增',
  editTitle: '編輯指令 /{{command}}',
  saved: '已儲存',
  search: '按編號或指令的開頭搜尋',
  nothingFound: '沒有以「{{keyword}}」開頭的指令',
  empty: '還沒有自訂指令',
  emptyHint: '例如用 /price 回覆價格頁面的連結。機械人自帶的指令不在這裏。',
  number: '編號',
  command: '指令',
  commandHint: '1 至 32 個小寫字母、數字或「_」，不含「/」。',
  description: '說明',
  descriptionHint: '顯示在 Telegram 的指令列表中。',
  parseMode: '回覆格式',
  parseModeHint: 'MarkdownV2 中的標點要用「\\」轉義。格式有誤時，按純文字傳送。',
  reply: '回覆內容',
  replyHint: '最多 4096 個字元。',
  deleteTitle: '刪除指令 /{{command}}？',
  deleteHint: '機械人不再回覆這個指令。重新載入後，它會從 Telegram 的指令列表中消失。',
};

export default texts;
