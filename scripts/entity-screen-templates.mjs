/** Bodies of the screen that a new entity starts with: a list with search, a form, deleting. */

export const api = ({ kebab, camel }) => `import { ${camel}Calls } from '@turnpike/contract';
import { entityQueries } from '../../ui/list/entity-queries.ts';

export const ${camel}s = entityQueries('${kebab}', ${camel}Calls);
`;

export const feature = ({
  kebab,
  camel,
  snake,
  words,
}) => `import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    '${kebab}': typeof texts;
  }
}

export const ${camel}Feature: Feature = {
  name: '${kebab}',
  title: { ${languages.map((language) => `${language}: '${sentenceCase(words)}'`).join(', ')} },
  canCreate: true,
  screens: [{ path: '/panel/${snake}', openTo: 'admin', load: () => import('./${kebab}-page.tsx') }],
};
`;

export const columns = ({ kebab, pascal }) => `import type { ${pascal}View } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataTableColumn } from '../../ui/data-table/data-table-column.ts';
import { OpenLink } from '../../ui/list/open-link.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { ${pascal}Actions } from './${kebab}-actions.tsx';

export function use${pascal}Columns(onEdit: (id: number) => void): DataTableColumn<${pascal}View>[] {
  const { t } = useTranslation(['${kebab}', 'ui']);
  return useMemo(
    () => [
      {
        field: 'name',
        header: t('name'),
        isSortable: true,
        maxWidth: 320,
        cell: (row) => <OpenLink id={row.id}>{row.name}</OpenLink>,
      },
      {
        field: 'created_time',
        header: t('createdTime'),
        isSortable: true,
        cell: (row) => <TimeText epochSeconds={row.created_time} />,
      },
      {
        id: 'actions',
        header: t('ui:actions'),
        isHeaderHidden: true,
        align: 'right',
        cell: (row) => <${pascal}Actions row={row} onEdit={onEdit} />,
      },
    ],
    [t, onEdit],
  );
}
`;

export const actions = ({ kebab, camel, pascal }) => `import type { ${pascal}View } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { useRemove } from '../../ui/list/entity-mutations.ts';
import { ${camel}s } from './${kebab}-api.ts';

interface ${pascal}ActionsProps {
  row: ${pascal}View;
  onEdit: (id: number) => void;
}

export function ${pascal}Actions({ row, onEdit }: ${pascal}ActionsProps) {
  const { t } = useTranslation(['${kebab}', 'ui']);
  const remove = useRemove(${camel}s);
  const [isAsking, setAsking] = useState(false);
  const { id, name } = row;
  return (
    <>
      <ActionMenu
        label={t('ui:actionsFor', { name })}
        actions={[
          { label: t('ui:edit'), onSelect: () => onEdit(id) },
          { label: t('ui:delete'), isDestructive: true, onSelect: () => setAsking(true) },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deleteTitle', { name })}
        confirmLabel={t('ui:delete')}
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(id, { onSettled: () => setAsking(false) })}
      >
        {t('deleteHint')}
      </ConfirmDialog>
    </>
  );
}
`;

export const form = ({
  kebab,
  camel,
  pascal,
}) => `import { ${camel}Change, ${camel}Input } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { EntityForm, type OpenFormProps } from '../../ui/form/entity-form.tsx';
import { SaveForm } from '../../ui/form/save-form.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useChange, useCreate } from '../../ui/list/entity-mutations.ts';
import { ${camel}s } from './${kebab}-api.ts';

/** The form of a new row, or of the one with this id. */
export function ${pascal}Form(props: OpenFormProps) {
  const { t } = useTranslation('${kebab}');
  const create = useCreate(${camel}s);
  const change = useChange(${camel}s);
  const { onClose } = props;
  return (
    <EntityForm
      {...props}
      query={${camel}s.oneQuery}
      title={t('title')}
      fresh={
        <SaveForm
          schema={${camel}Input}
          values={{ name: '' }}
          draft={{ draft: '${kebab}' }}
          title={t('create')}
          submitLabel={t('create')}
          save={create.mutateAsync}
          saved={(_, { name }) => t('created', { name })}
          onClose={onClose}
        >
          <${pascal}Fields />
        </SaveForm>
      }
    >
      {({ id, name }) => (
        <SaveForm
          schema={${camel}Change}
          values={{ id, name }}
          draft={{ draft: '${kebab}', row: id }}
          title={t('editTitle', { name })}
          save={change.mutateAsync}
          saved={() => t('saved')}
          onClose={onClose}
        >
          <${pascal}Fields />
        </SaveForm>
      )}
    </EntityForm>
  );
}

function ${pascal}Fields() {
  const { t } = useTranslation('${kebab}');
  return <TextInput name="name" label={t('name')} autoFocus />;
}
`;

export const page = ({ kebab, camel, pascal }) => `import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useListPage } from '../../ui/list/use-list-page.ts';
import { listFilter } from '../../ui/list/use-url-filter.ts';
import { ${camel}s } from './${kebab}-api.ts';
import { use${pascal}Columns } from './${kebab}-columns.tsx';
import { ${pascal}Form } from './${kebab}-form.tsx';

export default function ${pascal}Page() {
  const { t } = useTranslation('${kebab}');
  const list = useListPage('${kebab}', listFilter);
  return (
    <ListPage
      list={list}
      query={useQuery(${camel}s.pageQuery(list.filter))}
      columns={use${pascal}Columns(list.open)}
      title={t('title')}
      purpose={t('purpose')}
      create={t('create')}
      search={t('search')}
      empty={{ title: t('empty'), hint: t('emptyHint') }}
      unmatched={{ title: t('nothingFound', { keyword: list.filter.keyword ?? '' }) }}
      form={(id) => <${pascal}Form id={id} onClose={list.close} />}
    />
  );
}
`;

/** Texts by language, to be rewritten as a native would say them; the entity's own name is left in English. */
const texts = {
  zh_CN: (name) => ({
    title: name,
    purpose: `管理 ${name}。`,
    create: '创建',
    created: '“{{name}}”已创建',
    editTitle: '编辑 {{name}}',
    saved: '已保存',
    search: '按名称的开头搜索',
    nothingFound: '没有以“{{keyword}}”开头的记录',
    empty: '还没有记录',
    emptyHint: '创建的记录会显示在这里。',
    name: '名称',
    createdTime: '创建时间',
    deleteTitle: '删除“{{name}}”？',
    deleteHint: '删除后不能恢复。',
  }),
  zh_HK: (name) => ({
    title: name,
    purpose: `管理 ${name}。`,
    create: '建立',
    created: '「{{name}}」已建立',
    editTitle: '編輯 {{name}}',
    saved: '已儲存',
    search: '按名稱的開頭搜尋',
    nothingFound: '沒有以「{{keyword}}」開頭的記錄',
    empty: '還沒有記錄',
    emptyHint: '建立的記錄會顯示在這裏。',
    name: '名稱',
    createdTime: '建立時間',
    deleteTitle: '刪除「{{name}}」？',
    deleteHint: '刪除後不能復原。',
  }),
  en_US: (name) => ({
    title: name,
    purpose: `The purpose of ${name}, in one sentence.`,
    create: 'Create',
    created: '{{name}} created',
    editTitle: 'Edit {{name}}',
    saved: 'Saved',
    search: 'Start of name',
    nothingFound: 'Nothing starts with “{{keyword}}”',
    empty: 'Nothing here yet',
    emptyHint: 'Create the first one to see it here.',
    name: 'Name',
    createdTime: 'Created',
    deleteTitle: 'Delete {{name}}?',
    deleteHint: 'This cannot be undone.',
  }),
  ja_JP: (name) => ({
    title: name,
    purpose: `${name} を管理します。`,
    create: '作成',
    created: '{{name}} を作成しました',
    editTitle: '{{name}} を編集',
    saved: '保存しました',
    search: '名前の先頭で検索',
    nothingFound: '「{{keyword}}」で始まるものはありません',
    empty: 'まだ何もありません',
    emptyHint: '作成すると、ここに表示されます。',
    name: '名前',
    createdTime: '作成日時',
    deleteTitle: '{{name}} を削除しますか？',
    deleteHint: '元に戻せません。',
  }),
};

export const languages = Object.keys(texts);

export function locale(language, { words }) {
  const lines = Object.entries(texts[language](sentenceCase(words)))
    .map(([key, text]) => `  ${key}: '${text}',\n`)
    .join('');
  if (language === 'zh_CN') return `export default {\n${lines}};\n`;
  return `import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
${lines}};

export default texts;
`;
}

export const sentenceCase = (words) => words.replace(/^./, (letter) => letter.toUpperCase());
