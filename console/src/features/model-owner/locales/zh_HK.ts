import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '模型歸屬',
  purpose: '管理模型所屬公司的名稱和圖示，每個價格都會註明歸屬。',
  create: '新增歸屬',
  createTitle: '新增模型歸屬',
  created: '「{{name}}」已新增',
  editTitle: '編輯 {{name}}（{{id}}）',
  saved: '已儲存',
  search: '搜尋名稱或編號',
  nothingFound: '沒有與「{{keyword}}」相符的歸屬',
  name: '名稱',
  number: '編號',
  numberHint: '由 1000 起，價格以它指代歸屬，之後不能更改。',
  kind: '來源',
  builtIn: '內置',
  own: '本站新增',
  icon: '圖示',
  iconHint:
    '圖片網址（http:// 或 https://）、本站路徑（以 / 開頭）、data: 圖片，或內置圖示的名稱。外站圖片在儲存時擷取一次，存於本站，網址不變便不再擷取。',
  keptPicture: '圖片已存於本站',
  deleteOwner: '刪除歸屬',
  deleteTitle: '刪除「{{name}}」？',
  deleteHint: '仍有價格使用它時不會刪除。',
};

export default texts;
