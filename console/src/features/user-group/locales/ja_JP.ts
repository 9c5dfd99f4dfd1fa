import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'ユーザーグループ',
  purpose: 'グループごとに、グループ倍率、1\u00a0分あたりのリクエスト数、使えるチャネルが決まります。',
  create: 'グループを作成',
  createTitle: 'グループを作成',
  created: 'グループ {{name}} を作成しました',
  editTitle: 'グループ {{name}}（{{symbol}}）を編集',
  saved: '保存しました',
  search: '名前・識別子の先頭',
  nothingFound: '「{{keyword}}」で始まるグループはありません',
  name: '名前',
  nameHint: 'ユーザーに表示される名前です。',
  symbol: '識別子',
  symbolHint:
    'ユーザー、キー、チャネルからこの識別子で参照されます。半角英数字、_、- のみ。後から変更できません。',
  ratio: 'グループ倍率',
  ratioHint: 'すべての課金に掛けます。1\u00a0は定価、0.8\u00a0は 2\u00a0割引、0\u00a0は無料です。',
  rate: '1\u00a0分あたりのリクエスト数',
  rateHead: 'リクエスト/分',
  rateHint: 'ユーザーごとの上限です。超えた呼び出しは拒否されます。',
  promotion: '累計チャージによる昇格',
  promotionHint:
    '累計チャージがこの金額に達したユーザーは自動でこのグループに移ります。0 は自動で移しません。管理者がグループを指定したユーザーは移動せず、降格もありません。',
  promotionHead: '昇格額',
  strategy: 'チャネルの選び方',
  strategy_weight: '重みで振り分け',
  strategyHint_weight: '同じ優先度のチャネルに、重みに応じて振り分けます。',
  strategy_least_busy: '空きを優先',
  strategyHint_least_busy:
    '優先度が最も高いチャネルのうち、重みに対して処理中の呼び出しが最も少ないチャネルを使います。',
  strategy_latency: '速さを優先',
  strategyHint_latency:
    '優先度が最も高いチャネルのうち、直近 15\u00a0分間で最初のバイトが最も速いチャネルを使います。成功が 10\u00a0回未満のチャネルは重みで選びます。',
  strategy_cost: '原価を優先',
  strategyHint_cost:
    '優先度が最も高いチャネルのうち、原価の倍率とモデルの料金から見て最も安いチャネルを使います。倍率のないチャネルは重みで選びます。',
  hedge: '2\u00a0つ目のチャネルを使うまでの秒数',
  hedgeHint:
    'ストリームがこの時間内に始まらないとき、2\u00a0つ目のチャネルにも送り、先に始まった方で応答します。ユーザーへの課金は一度ですが、プロバイダーからは二重に請求されることがあります。0\u00a0で無効、最短は 0.2\u00a0秒です。',
  hedgePercent: 'ストリームに対する上限の割合（%）',
  hedgePercentHint: '短時間に 10\u00a0回までは常に可能です。',
  public: '公開',
  publicHint: '公開グループは誰でもキーに選べます。非公開は所属ユーザーだけが使えます。',
  open: '全員',
  closed: '所属者のみ',
  status: '状態',
  enabled: '有効',
  disabled: '無効',
  enableName: '{{name}} を有効にする',
  users: 'ユーザー',
  keys: 'キー',
  channels: 'チャネル',
  noChannel: 'チャネルなし',
  defaultChannels: '既定グループのチャネルを使う',
  defaultChannelsHint:
    'いま既定グループで使われているチャネルを、このグループでも使えるようにします。後から追加したチャネルは含まれません。チャネルがないグループでは、すべての呼び出しが拒否されます。',
  showUsers: '所属ユーザーを見る',
  deleteGroup: 'グループを削除',
  deleteTitle: 'グループ {{name}} を削除しますか？',
  deleteHint: 'ユーザー、キー、チャネルのいずれにも使われていません。元に戻せません。',
  moveTo: 'キーの移動先',
  moveHint: 'キーの所有者が移動先のグループを使えない場合、呼び出しは拒否されます。',
  moveEffect:
    'このグループを指定しているキー（予備グループとしての指定も含む）は、選んだグループに切り替わります。元に戻せません。',
  moveAndDelete: '移動して削除',
  inUse: 'グループ {{name}} は使用中のため削除できません',
  inUseBy: 'ユーザー {{users}}、キー {{keys}}、チャネル {{channels}}',
};

export default texts;
