import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'モデル提供元',
  purpose: '料金ごとにモデルの提供元を指定します。名前とアイコンはここで管理します。',
  create: '提供元を追加',
  createTitle: 'モデル提供元を追加',
  created: '{{name}} を追加しました',
  editTitle: '{{name}}（{{id}}）を編集',
  saved: '保存しました',
  search: '名前または番号で検索',
  nothingFound: '「{{keyword}}」に一致する提供元はありません',
  name: '名前',
  number: '番号',
  numberHint: '1000 以上。料金がこの番号で参照するため、後から変更できません。',
  kind: '種別',
  builtIn: '組み込み',
  own: 'このサイトで追加',
  icon: 'アイコン',
  iconHint:
    'このサイトのアドレス（/ で始まる）、data: 画像、または組み込みアイコンの名前。安全のため、ほかのサイトの画像は読み込みません。',
  deleteOwner: '提供元を削除',
  deleteTitle: '提供元 {{name}} を削除しますか',
  deleteHint: '料金が使っている間は削除されません。',
};

export default texts;
