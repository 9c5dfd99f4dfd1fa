import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { optionSections } from '@turnpike/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { useUnloadGuard } from '../../ui/page/use-unload-guard.ts';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { SaveBar } from './save-bar.tsx';
import { SectionList } from './section-list.tsx';
import { optionsQuery, useSaveOptions } from './setting-api.ts';
import { SettingSection } from './setting-section.tsx';
import { useSettingTexts } from './setting-texts.ts';
import { changedOptions, settingSchema, toFormValues, withoutSecrets } from './setting-values.ts';

interface SettingFormProps {
  stored: Record<string, string>;
  /** State of each option that is not secret. */
  etags: Record<string, string>;
}

/** All sections in one form with one way to save. */
export function SettingForm({ stored, etags }: SettingFormProps) {
  const { t } = useTranslation('setting');
  const { labelOf, hintOf, sectionOf, aboutOf } = useSettingTexts();
  const { hash } = useLocation();
  const before = useMemo(() => toFormValues(stored), [stored]);
  const client = useQueryClient();
  const save = useSaveOptions();
  const form = useContractForm(settingSchema, before, { draft: 'setting' });
  const [keyword, setKeyword] = useState('');
  // Draws the sections anew when an option begins or ceases to differ, not with every letter.
  const changed = useWatch({
    control: form.control,
    compute: (values) => changedOptions(values, before).map(({ key }) => key),
  });
  useUnloadGuard(changed.length > 0);

  // A change that another person saved meanwhile is not an edit here.
  const known = useRef(before);
  const knownEtags = useRef({ ...etags });
  useEffect(() => {
    for (const [key, value] of Object.entries(before)) {
      // An edited field keeps the state that the edit began from.
      const shown = form.getValues(key);
      if (shown !== known.current[key] && shown !== value) continue;
      form.setValue(key, value);
      if (etags[key] !== undefined) knownEtags.current[key] = etags[key];
    }
    known.current = before;
    form.reset(before, { keepValues: true, keepFieldsRef: true });
  }, [before, etags, form.getValues, form.setValue, form.reset]);

  useEffect(() => {
    const id = hash.slice(1);
    const first = optionSections.find((section) => section.tab === id)?.id ?? id;
    if (first !== '') document.getElementById(`section-${first}`)?.scrollIntoView();
  }, [hash]);

  const wanted = keyword.trim().toLowerCase();
  const isWanted = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(wanted));
  const sections = optionSections
    .filter(({ id, options }) => options.length > 0 || isWanted(sectionOf(id), aboutOf(id)))
    .map((section) => ({
      ...section,
      hasAction: section.options.length === 0,
      options: section.options.filter(({ key }) => isWanted(key, labelOf(key), hintOf(key))),
    }))
    .filter(({ options, hasAction }) => options.length > 0 || hasAction);

  async function send() {
    const options = changedOptions(form.getValues(), before);
    const states = options.flatMap(({ key }) => knownEtags.current[key] ?? []);
    await save.mutateAsync({ options, etags: states });
    form.reset(withoutSecrets(form.getValues()));
    showToast('success', t('saved'));
  }

  async function reload() {
    const { etags: present } = await client.fetchQuery({ ...optionsQuery, staleTime: 0 });
    knownEtags.current = { ...present };
    form.clearErrors('root');
  }

  return (
    <FormProvider {...form}>
      <Box sx={{ display: { md: 'grid' }, gridTemplateColumns: '192px minmax(0, 720px)', gap: 6 }}>
        <Box sx={{ mb: { xs: 4, md: 0 } }}>
          <Box sx={{ position: { md: 'sticky' }, top: { md: 88 }, display: 'grid', gap: 3 }}>
            <SearchField label={t('search')} value={keyword} onChange={setKeyword} width={192} />
            <SectionList sections={sections} changed={changed} />
          </Box>
        </Box>
        <Box
          component="form"
          noValidate
          onSubmit={form.send(send)}
          sx={{
            display: 'grid',
            gap: 4,
            alignContent: 'start',
            minWidth: 0,
            // Clear of the bar that lies over the end of the page.
            '& :focus': { scrollMarginBottom: '120px' },
          }}
        >
          {sections.map((section) => (
            <SettingSection key={section.id} section={section} changed={changed} />
          ))}
          {sections.length === 0 ? (
            <EmptyState kind="unmatched" title={t('nothingFound', { keyword })} />
          ) : null}
          <FormError onReload={reload} />
          <SaveBar
            count={changed.length}
            isSaving={form.formState.isSubmitting}
            onDiscard={() => form.reset(before)}
          />
        </Box>
      </Box>
    </FormProvider>
  );
}
