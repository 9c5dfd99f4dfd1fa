import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'システム設定',
  purpose: 'サイト全体に適用される設定です。保存するとすぐに反映されます。',
  search: '設定を検索',
  sections: 'セクション',
  nothingFound: '「{{keyword}}」に一致する設定はありません',
  saved: '保存しました',
  changes_one: '未保存の変更 {{count}}\u00a0件',
  changes_other: '未保存の変更 {{count}}\u00a0件',
  seconds: '秒',
  tokens: 'トークン',
  readOnly: 'これらの設定を変更できるのは root アカウントだけです。閲覧と、古い呼び出しの削除はできます。',
  on: 'オン',
  off: 'オフ',
  notSet: '未設定',
  pictureInside: 'この設定に保存された画像',
  showPreview: 'プレビュー',
  hidePreview: 'プレビューを閉じる',
  previewOf: '{{name}}のプレビュー',
  callsBefore: 'この日より前の呼び出し',
  callsBeforeHint: '指定した日は含みません。直近 24\u00a0時間の記録は必ず残ります。',
  deleteOldCalls: '古い呼び出しを削除',
  deleteCallsTitle: '{{time}} より前の呼び出しをすべて削除しますか？',
  deleteCallsEffect:
    '料金の内訳や試行したチャネルも含めて、ログの記録は完全に削除されます。集計、グラフ、残高は変わりません。チャージと管理の記録も残ります。',
  deletingCalls: '古い呼び出しを削除しています。ページを離れても続行されます。',
  callsDeleted_one: '呼び出しを {{shown}}\u00a0件削除しました',
  callsDeleted_other: '呼び出しを {{shown}}\u00a0件削除しました',
  'tab.operation': '運用',
  'tab.system': 'システム',
  'tab.other': 'その他',
  'section.money': '残高',
  'about.money': '残高の表示、確保、請求の方法を決めます。',
  'section.invitation': '招待',
  'about.invitation': '招待の報酬と、登録に招待コードが必要かどうかの設定です。',
  'section.retry': '再試行',
  'about.retry': 'チャネルが失敗したあとの再試行です。',
  'section.dialects': 'API 形式',
  'about.dialects': 'OpenAI 以外の API と、Claude へのリクエストの既定値です。',
  'section.log': 'ログ',
  'about.log': '古い呼び出しの記録を削除して、容量を節約できます。',
  'section.chat': 'チャットアプリ',
  'about.chat': 'ユーザーが自分のキーで開けるアプリ。',
  'section.address': 'アドレス',
  'about.address': 'このサイトに接続するときのアドレスです。',
  'section.turnstile': 'ボット対策（Turnstile）',
  'about.turnstile': '大量登録を防ぐ、Cloudflare のボット対策です。',
  'section.appearance': '外観',
  'about.appearance': '訪問者に見えるサイトの外観です。',
  'section.texts': 'テキスト',
  'about.texts': '独自のページとお知らせです。Markdown で書けます。',
  'option.DisplayInCurrencyEnabled': '残高を金額で表示',
  'hint.DisplayInCurrencyEnabled': 'オンにすると米ドル、オフにするとポイントで表示します。',
  'option.QuotaForNewUser': '新規ユーザーの残高',
  'hint.QuotaForNewUser': '新しいアカウントに最初に付与する残高です。',
  'option.QuotaRemindThreshold': '残高の通知ライン',
  'hint.QuotaRemindThreshold':
    '残高がこれを下回ると、コンソールで一度だけ知らせます。残高が回復した後に再び下回ると、また知らせます。0 なら知らせません。',
  'option.MaxTokensPerUser': 'ユーザーごとの API キー数の上限',
  'hint.MaxTokensPerUser': '既存のキーはそのままです。上限に達すると新しく作成できません。',
  'option.DefaultOutputTokens': '既定の出力確保量',
  'hint.DefaultOutputTokens':
    'max_tokens を指定しないリクエストに確保する量です。モデルの履歴が十分に集まると、最近の使用量を確保します。支払うのは使った分だけです。',
  'option.HoldWaitSeconds': '確保分の待ち時間',
  'hint.HoldWaitSeconds':
    '実行中のリクエストの確保分だけで残高が足りない場合、それらが終わるまでこの時間待ちます。0：直ちに拒否します。',
  'option.StopUnpaidAnswers': '残高が尽きたらストリーミングを停止',
  'hint.StopUnpaidAnswers':
    'max_tokens のないストリーミングに適用されます。オフ：最後まで続け、残高を超えた分は不足を認める額まで未払いとし、それ以上は請求しません。',
  'option.DebtLimit': '不足を認める上限額',
  'hint.DebtLimit':
    '応答の費用が残りを超えた場合、この額までは未払いとして記録され、次の入金で支払われます。超えた分、または 0 の場合は請求しません。',
  'option.ChargeAbandonedInput': 'クライアント切断時に入力を請求',
  'hint.ChargeAbandonedInput':
    '応答が始まる前にクライアントが切断したとき、入力分を見積もって請求します。プロバイダーがリクエストを受け取っていた場合に適用されます。',
  'option.ChargeBrokenAnswers': '途切れた応答を請求',
  'hint.ChargeBrokenAnswers':
    'プロバイダーの障害、長い無応答、ゲートウェイの停止で応答が途切れた場合、届いた分を請求します。オフにすると請求しません。',
  'option.ChargeFilteredAnswers': 'フィルターされた応答を請求',
  'hint.ChargeFilteredAnswers':
    'プロバイダーのフィルターが応答を止めた場合、報告された使用量を請求します。オフにすると、文章が届いていなければ請求しません。',
  'option.ChargeEmptyAnswers': '空の応答を請求',
  'hint.ChargeEmptyAnswers':
    '内容がなく、プロバイダーが使用量も返さない応答について、入力分を請求します。オフにすると請求しません。',
  'option.ApproximateTokenEnabled': 'トークナイザーを使わず概算する',
  'hint.ApproximateTokenEnabled':
    'プロバイダーが使用量を返さないとき、トークンを数えずにテキストの長さから概算します。メモリと時間を節約できますが、正確さは下がります。',
  'option.OpenObjectClasses': '全ユーザーに開放するオブジェクト',
  'hint.OpenObjectClasses':
    'プロバイダーに保存され、各ユーザーが自分のものとして作成・参照・削除できる種類です：files（アップロードを含む）、vector_stores、containers、batches。種類ごとに object:files のような名前の料金設定も必要です。カンマ区切りで入力します。空欄の場合、チャネルを指定した管理者の API キーだけが使えます。',
  'option.KeptAnswerDays': '変換した Responses の回答の保存日数',
  'hint.KeptAnswerDays':
    'Responses API のクライアント（AI SDK など）は、以前の回答の項目を ID だけで参照することがあります。そのため、変換したモデルの回答を暗号化して保存します。リクエストに store: false がある場合は保存しません。0 は何も保存せず、クライアントはすべての項目を完全に送る必要があります。',
  'option.LogAutoDeleteDays': '呼び出しログの保存日数',
  'hint.LogAutoDeleteDays':
    'これより古い呼び出しを 1 時間ごとにログから削除します。集計、グラフ、残高、明細は残り、直近 24 時間の呼び出しも必ず残ります。0 はすべて残します。',
  'option.LogAutoDeleteRows': '呼び出しログの保存件数',
  'hint.LogAutoDeleteRows':
    'この件数を超えた古い呼び出しを 1 時間ごとにログから削除します。直近 24 時間の呼び出しは必ず残ります。0 はすべて残します。',
  'option.RefusedCallDays': '拒否された呼び出しの保存日数',
  'hint.RefusedCallDays': 'これより古い、拒否された呼び出しを 1 時間ごとに削除します。0 はすべて残します。',
  'option.RefusedCallRows': '拒否された呼び出しの保存行数',
  'hint.RefusedCallRows':
    'この行数を超えた古い行を 1 時間ごとに削除します。1 行は同じ 1 分間、同じキー、同じ理由の呼び出しをまとめたものです。0 はすべて残します。',
  'option.TopUpLink': 'チャージ用リンク',
  'hint.TopUpLink': '残高の横のチャージボタンで開くページです。空欄ならボタンは表示されません。',
  'option.ClaudeAPIEnabled': 'Anthropic の API',
  'hint.ClaudeAPIEnabled': 'オフにすると、そのアドレスは「API は無効」と応答します。',
  'option.GeminiAPIEnabled': 'Gemini の API',
  'hint.GeminiAPIEnabled': 'オフにすると、そのアドレスは「API は無効」と応答します。',
  'option.ClaudeDefaultMaxTokens': 'Claude の出力上限',
  'hint.ClaudeDefaultMaxTokens':
    'JSON：モデルごとのトークン数。`default` はその他すべて。ほかの API の呼び出しが上限を指定しないときに使います。Claude には上限が必要です。',
  'option.ClaudeBudgetTokensPercentage': 'Claude の思考の割合',
  'hint.ClaudeBudgetTokensPercentage': '0〜1：思考の予算が指定されないとき、出力上限のうち思考に使える割合。',
  'option.InvitationRequired': '招待コードを必須にする',
  'hint.InvitationRequired':
    'オンにすると、登録にはユーザーの招待コードか、管理者が作成した招待コードが必要です。',
  'option.QuotaForInviter': '招待した人の報酬',
  'hint.QuotaForInviter':
    '新しいアカウントごとに付与され、招待した人が残高に移します。メール認証が有効な場合は、新しいアカウントのメールアドレスが認証された時点で付与されます。',
  'option.QuotaForInvitee': '招待された人への付与',
  'hint.QuotaForInvitee': 'ほかのユーザーの招待コードで登録したアカウントの最初の残高に加算されます。',
  'option.EmailVerificationEnabled': 'メールアドレスの認証',
  'hint.EmailVerificationEnabled': 'オンにすると、登録にはメールで届く認証コードが必要です。',
  'option.RetryTimes': '再試行回数',
  'hint.RetryTimes': '最初のバイトより前に失敗したとき、ほかのチャネルを試す回数です。',
  'option.RetryCooldownSeconds': 'クールダウン',
  'hint.RetryCooldownSeconds': '失敗したチャネルは、この間ほかに選択肢がないときだけ使われます。',
  'option.RetryTimeOut': '再試行の制限時間',
  'hint.RetryTimeOut': '呼び出しの開始からこの時間を過ぎると、再試行しません。',
  'option.ChatLinks': 'チャットリンク',
  'hint.ChatLinks':
    'JSON のリスト。各項目には name、url、show（キーのメニューに表示）、sort（大きい順）を書きます。url の {key} と {server} は置き換えられます。空欄ならリンクはありません。',
  'option.ServerAddress': 'サーバーのアドレス',
  'hint.ServerAddress':
    '呼び出し例やリンクに表示するアドレスです（例：https://api.example.com）。空欄なら閲覧者が使っているアドレスになります。',
  'option.TurnstileCheckEnabled': 'Turnstile を使う',
  'hint.TurnstileCheckEnabled':
    '登録、認証コードの送信、パスワードの再設定の前に、人間による操作かを確認します。/register と /reset のページは challenges.cloudflare.com から読み込みを行います。',
  'option.TurnstileSiteKey': 'サイトキー',
  'hint.TurnstileSiteKey':
    'Cloudflare で作成したウィジェットの公開キーです。ウィジェットのドメインにこのサイトを含めてください。',
  'option.TurnstileSecretKey': 'シークレットキー',
  'hint.TurnstileSecretKey': '同じウィジェットのシークレットキーです。保存後は表示されません。',
  'option.SystemName': 'サイト名',
  'hint.SystemName': 'タイトル、ヘッダー、メールに表示されます。',
  'option.Language': '既定の言語',
  'hint.Language': '言語を選んでいない訪問者に使われます。',
  'option.Logo': 'ロゴ',
  'hint.Logo':
    '画像のアドレス（http:// または https://）、このサイトのパス（/ で始まる）、data:image の画像のいずれかを指定します。外部サイトの画像は保存時に一度だけ取得してこのサイトに保存し、アドレスを変えるまで再取得しません。空欄なら Turnpike のマークになります。',
  'option.Notice': 'お知らせ',
  'hint.Notice': '内容が新しくなると、各ユーザーに一度だけ自動で表示されます。空にすると取り下げます。',
  'option.HomePageContent': 'トップページの内容',
  'hint.HomePageContent':
    '内蔵ページの代わりに表示します。https アドレスだけを書くとリンクになり、外部サイトは埋め込まれません。',
  'option.About': 'このサイトについて',
  'hint.About': '空欄なら内蔵の文章が表示されます。',
  'option.Footer': 'フッター',
  'hint.Footer':
    '公開ページの下部に表示されます。簡単な HTML が使えますが、スクリプトは取り除かれます。空欄なら名称、バージョン、ライセンスが表示されます。',
};

export default texts;
