import type { TextsOf } from '../../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '{{name}} のモデルを確認',
  about:
    'モデルごとに最大 3 回の小さな実リクエストを送り、プロバイダーが実際に提供しているかを確かめます。料金はプロバイダーのアカウントに発生し、ユーザーには請求されません。',
  noModels: 'このチャネルには完全な名前のモデルがありません。プロバイダーから取得してください。',
  chosen: '{{count}} 件中 {{chosen}} 件を選択',
  tooMany: '一度に確認できるモデルは {{max}} 件までです。',
  cost: '最大 {{count}} 回のリクエストを送ります。',
  start: '確認を開始（{{count}}）',
  stop: '停止',
  again: '別のモデルを選ぶ',
  running: '{{total}} 件中 {{done}} 件を確認',
  stopped: '{{total}} 件中 {{done}} 件で停止しました。',
  finished: '合格：{{passed}}、不合格：{{failed}}。',
  results: '結果',
  waiting: '待機中',
  notChecked: '未確認',
  passed: '合格',
  failed: '不合格',
  yes: 'はい',
  no: 'いいえ',
  unknown: '不明',
  result_answer: '応答',
  result_usage: '使用量の報告',
  result_model: 'モデル名の一致',
  result_stream: 'ストリーミング',
  result_function: '関数の呼び出し',
  response: 'プロバイダーの応答',
};

export default texts;
