/** Bodies of the screen that a new entity starts with: a list with search, a form, deleting. */

export const api = ({
  kebab,
  camel,
  pascal,
}) => `import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ${camel}Calls, type ${camel}Change, type ${camel}Input } from '@turnpike/contract';
import type { z } from 'zod';
import { callApi } from '../../api/call-api.ts';
import { filterText, pageFilter } from '../../ui/list/use-url-filter.ts';

const keys = { all: ['${kebab}'] as const };

export const ${camel}Filter = pageFilter.extend({
  keyword: filterText(),
  /** \`new\`, or the id of the row whose form is open. */
  open: filterText(),
});
type ${pascal}Filter = z.output<typeof ${camel}Filter>;

export const ${camel}PageQuery = ({ page, size, order, keyword }: ${pascal}Filter) =>
  queryOptions({
    queryKey: [...keys.all, 'page', { page, size, order, keyword }],
    queryFn: ({ signal }) => callApi(${camel}Calls.list, { query: { page, size, order, keyword }, signal }),
    placeholderData: keepPreviousData,
  });

export const ${camel}Query = (id: number) =>
  queryOptions({
    queryKey: [...keys.all, 'one', id],
    queryFn: ({ signal }) => callApi(${camel}Calls.get, { params: { id }, signal }),
  });

function use${pascal}Change<Input, Output>(change: (input: Input) => Promise<Output>, isQuiet: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { isQuiet },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export const useCreate${pascal} = () =>
  use${pascal}Change((input: z.input<typeof ${camel}Input>) => callApi(${camel}Calls.create, { input }), true);

export const useChange${pascal} = () =>
  use${pascal}Change((input: z.input<typeof ${camel}Change>) => callApi(${camel}Calls.update, { input }), true);

export const useDelete${pascal} = () =>
  use${pascal}Change((id: number) => callApi(${camel}Calls.remove, { params: { id } }), false);
`;

export const feature = ({
  kebab,
  camel,
  pascal,
  snake,
  words,
}) => `import ${pascal}Icon from '@mui/icons-material/ListAltOutlined';
import type { Feature } from '../../shell/feature.ts';
import type texts from './locales/zh_CN.ts';

declare module '../../i18n/texts.ts' {
  interface Texts {
    '${kebab}': typeof texts;
  }
}

export const ${camel}Feature: Feature = {
  name: '${kebab}',
  title: { ${languages.map((language) => `${language}: '${sentenceCase(words)}'`).join(', ')} },
  icon: ${pascal}Icon,
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

export function use${pascal}Columns(onEdit: (row: ${pascal}View) => void): DataTableColumn<${pascal}View>[] {
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

export const actions = ({ kebab, pascal }) => `import type { ${pascal}View } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../ui/action/action-menu.tsx';
import { ConfirmDialog } from '../../ui/action/confirm-dialog.tsx';
import { useDelete${pascal} } from './${kebab}-api.ts';

interface ${pascal}ActionsProps {
  row: ${pascal}View;
  onEdit: (row: ${pascal}View) => void;
}

export function ${pascal}Actions({ row, onEdit }: ${pascal}ActionsProps) {
  const { t } = useTranslation(['${kebab}', 'ui']);
  const remove = useDelete${pascal}();
  const [isAsking, setAsking] = useState(false);
  const { id, name } = row;
  return (
    <>
      <ActionMenu
        label={t('ui:actionsFor', { name })}
        actions={[
          { label: t('ui:edit'), onSelect: () => onEdit(row) },
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

export const form = ({ kebab, camel, pascal }) => `import { useQuery } from '@tanstack/react-query';
import { ${camel}Change, ${camel}Input, type ${pascal}View } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { ${camel}Query, useChange${pascal}, useCreate${pascal} } from './${kebab}-api.ts';

interface ${pascal}FormProps {
  onClose: () => void;
}

/** The form of a new row, or of the one with this id. */
export default function ${pascal}Form({ id, onClose }: ${pascal}FormProps & { id: string }) {
  return id === 'new' ? (
    <New${pascal}Form onClose={onClose} />
  ) : (
    <Existing${pascal}Form id={Number(id)} onClose={onClose} />
  );
}

function New${pascal}Form({ onClose }: ${pascal}FormProps) {
  const { t } = useTranslation('${kebab}');
  const create = useCreate${pascal}();
  const form = useContractForm(${camel}Input, { name: '' }, { draft: '${kebab}' });
  return (
    <FormDialog
      form={form}
      title={t('create')}
      submitLabel={t('create')}
      onClose={onClose}
      onSubmit={async (values) => {
        await create.mutateAsync(values);
        showToast('success', t('created', { name: values.name }));
        onClose();
      }}
    >
      <${pascal}Fields />
    </FormDialog>
  );
}

function Existing${pascal}Form({ id, onClose }: ${pascal}FormProps & { id: number }) {
  const { t } = useTranslation('${kebab}');
  const row = useQuery(${camel}Query(id));
  return (
    <LoadedForm row={row} title={t('title')} onClose={onClose}>
      {(row) => <Change${pascal}Form row={row} onClose={onClose} />}
    </LoadedForm>
  );
}

function Change${pascal}Form({ row, onClose }: ${pascal}FormProps & { row: ${pascal}View }) {
  const { t } = useTranslation(['${kebab}', 'ui']);
  const change = useChange${pascal}();
  const { id, name } = row;
  const form = useContractForm(${camel}Change, { id, name }, { draft: '${kebab}', row: id });
  return (
    <FormDialog
      form={form}
      title={t('editTitle', { name })}
      submitLabel={t('ui:save')}
      onClose={onClose}
      onSubmit={async (values) => {
        await change.mutateAsync(values);
        showToast('success', t('saved'));
        onClose();
      }}
    >
      <${pascal}Fields />
    </FormDialog>
  );
}

function ${pascal}Fields() {
  const { t } = useTranslation('${kebab}');
  return <TextInput name="name" label={t('name')} autoFocus />;
}
`;

export const page = ({ kebab, camel, pascal }) => `import AddIcon from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ${pascal}View } from '@turnpike/contract';
import { lazy, Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { useListFilter } from '../../ui/list/use-list-filter.ts';
import { ${camel}Filter, ${camel}PageQuery } from './${kebab}-api.ts';
import { use${pascal}Columns } from './${kebab}-columns.tsx';

const ${pascal}Form = lazy(() => import('./${kebab}-form.tsx'));

export default function ${pascal}Page() {
  const { t } = useTranslation('${kebab}');
  const [filter, setFilter] = useListFilter('${kebab}', ${camel}Filter);
  const rows = useQuery(${camel}PageQuery(filter));
  const { page } = filter;
  const open = useCallback((id: string | undefined) => setFilter({ page, open: id }), [setFilter, page]);
  const columns = use${pascal}Columns(useCallback((row) => open(String(row.id)), [open]));
  const isEmpty = rows.data?.total_count === 0 && !filter.keyword;
  const createButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => open('new')}>
      {t('create')}
    </Button>
  );

  return (
    <Screen
      title={t('title')}
      purpose={t('purpose')}
      // Where there is none yet, the list itself offers it.
      actions={isEmpty ? undefined : createButton}
    >
      <DataTable<${pascal}View, typeof filter>
        name="${kebab}"
        label={t('title')}
        query={rows}
        filter={filter}
        onFilterChange={setFilter}
        columns={columns}
        rowKey={(row) => row.id}
        onRowOpen={(row) => open(String(row.id))}
        filters={
          <FilterBar
            search={
              <SearchField
                label={t('search')}
                value={filter.keyword ?? ''}
                onChange={(keyword) => setFilter({ keyword })}
              />
            }
          />
        }
        empty={
          isEmpty ? (
            <EmptyState title={t('empty')} action={createButton} />
          ) : (
            <EmptyState kind="unmatched" title={t('nothingFound', { keyword: filter.keyword ?? '' })} />
          )
        }
      />
      <Suspense>
        {filter.open === undefined ? null : (
          <${pascal}Form key={filter.open} id={filter.open} onClose={() => open(undefined)} />
        )}
      </Suspense>
    </Screen>
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
