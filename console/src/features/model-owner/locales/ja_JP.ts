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
  numberHint: '1000\u00a0以上。料金からこの番号で参照されるため、後から変更できません。',
  kind: '種別',
  builtIn: '内蔵',
  own: 'このサイトで追加',
  icon: 'アイコン',
  iconHint:
    '画像のアドレス（http:// または https://）、このサイトのパス（/ で始まる）、data: 画像、内蔵アイコンの名前のいずれか。外部サイトの画像は保存時に一度だけ取得してこのサイトに保存し、アドレスを変えるまで再取得しません。',
  keptPicture: 'このサイトに保存済みの画像',
  deleteOwner: '提供元を削除',
  deleteTitle: '提供元 {{name}} を削除しますか？',
  deleteHint: '料金で使われている間は削除できません。',
};

export default texts;
