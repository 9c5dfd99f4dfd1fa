import type { TextsOf } from '../../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  deleteModel: 'モデルを削除',
  deleteModelTitle: '選択したチャネル（{{count}} 件）からモデルを削除',
  model: 'モデル',
  deleteModelHint:
    'チャネルに登録された名前と完全に一致させてください。テスト用モデルの場合はそれも空になります。',
  modelsChange: 'モデル：{{before}} → {{after}} 件',
  setApiVersion: 'API バージョンを変更',
  apiVersionTitle: '選択したチャネル（{{count}} 件）の API バージョンを変更',
  apiVersion: 'API バージョン',
  apiVersionHint: 'Azure OpenAI のチャネルだけが対象です。',
  defaultVersion: '既定（{{version}}）',
  changedCount: '変更されるもの（{{count}} 件）',
  leftCount: '変更されないもの（{{count}} 件）',
};

export default texts;
