import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '關於',
  what: '{{name}} 以一個兼容 OpenAI 的網址連接多家模型供應商，並統一管理帳戶、餘額、令牌和日誌。',
  version: '版本',
  address: 'API 網址',
  reference: 'API 文件',
  openReference: '開啟',
  licence: '授權條款',
  licenceText:
    '本站運行 Turnpike，它以 Apache License 2.0 發佈：可以自由使用、修改和散佈，須保留授權與版權聲明，不提供擔保。',
  licenceLink: '閱讀授權條款全文',
};

export default texts;
