import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '儀表板',
  purpose: '你好，{{name}}。',
  balance: '餘額',
  balanceNote: '現在可以花費',
  used: '已用',
  usedNote: '自帳戶建立以來',
  calls: '呼叫次數',
  callsNote: '自帳戶建立以來',
  startTitle: '開始呼叫',
  startAbout: '建立一個令牌，複製以下程式碼，幾秒後就能在日誌看到這次呼叫。',
  createKey: '建立令牌',
  openPlayground: '打開對話試用',
  openLog: '檢視日誌',
  recentTitle: '最近的呼叫',
  recentEmpty: '還沒有呼叫。發出第一次，幾秒後就會出現在這裡。',
  noModel: '還沒有可以呼叫的模型',
  noModelAdmin: '先新增一個渠道。手邊沒有金鑰的話，用內置示範也可以。',
  noModelUser: '請管理員為你的群組開通模型。',
  addChannel: '新增渠道',
};

export default texts;
