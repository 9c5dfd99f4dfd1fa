import AddIcon from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../ui/action/action-menu.tsx';
import { ButtonLink } from '../ui/action/button-link.tsx';
import { ConfirmButton } from '../ui/action/confirm-button.tsx';
import { CopyButton } from '../ui/action/copy-button.tsx';
import { HelpButton } from '../ui/action/help-button.tsx';
import { ChoiceButtons } from '../ui/chart/choice-buttons.tsx';
import { ChoiceFilter } from '../ui/filter/choice-filter.tsx';
import { FilterBar } from '../ui/filter/filter-bar.tsx';
import { SearchField } from '../ui/filter/search-field.tsx';
import { TextFilter } from '../ui/filter/text-filter.tsx';
import { type PriceUnit, priceUnits } from '../ui/price/price-unit.ts';
import { Sample, SampleRow } from './sample.tsx';

const variants = ['contained', 'outlined', 'text'] as const;

export function ButtonSamples() {
  const { t } = useTranslation(['channel', 'ui', 'price']);
  const [unit, setUnit] = useState<PriceUnit>('1M');
  const [filter, setFilter] = useState<{ name?: string; status?: number; model?: string }>({
    name: 'main',
    status: 1,
  });
  return (
    <>
      {variants.map((variant) => (
        <Sample
          key={variant}
          name={`Button ${variant}: usual, with icon, small, busy, disabled, destructive`}
        >
          <SampleRow>
            <Button variant={variant}>{t('ui:save')}</Button>
            <Button variant={variant} startIcon={<AddIcon />}>
              {t('create')}
            </Button>
            <Button variant={variant} size="small">
              {t('ui:edit')}
            </Button>
            <Button variant={variant} loading aria-label={t('test')}>
              {t('test')}
            </Button>
            <Button variant={variant} disabled>
              {t('ui:cancel')}
            </Button>
            <Button variant={variant} color="error">
              {t('deleteChannel')}
            </Button>
          </SampleRow>
        </Sample>
      ))}
      <Sample name="ButtonLink, ConfirmButton, CopyButton, ActionMenu, HelpButton">
        <SampleRow>
          <ButtonLink to="/">{t('showLogs')}</ButtonLink>
          <ConfirmButton
            label={t('deleteChannel')}
            title={t('deleteTitle', { name: 'openai-main' })}
            onConfirm={() => {}}
          >
            {t('deleteHint')}
          </ConfirmButton>
          <CopyButton text="copied" thing="sample" />
          <CopyButton text="copied" thing="sample" isLabelled />
          <ActionMenu
            label={t('ui:actionsFor', { name: 'openai-main' })}
            actions={[
              { label: t('ui:edit'), onSelect: () => {} },
              { label: t('showLogs'), onSelect: () => {}, isDisabled: true },
              { label: t('ui:delete'), onSelect: () => {}, isDestructive: true },
            ]}
          />
          <HelpButton>{t('helpPriority')}</HelpButton>
        </SampleRow>
      </Sample>
      <Sample name="ChoiceButtons">
        <ChoiceButtons
          label={t('price:unit')}
          names={priceUnits}
          value={unit}
          onChange={setUnit}
          textOf={(name) => t(`price:unit_${name}`)}
        />
      </Sample>
      <Sample name="FilterBar: filled search, chosen and empty chip" isWide>
        <FilterBar
          search={
            <SearchField
              label={t('searchName')}
              value={filter.name ?? ''}
              onChange={(name) => setFilter({ ...filter, name })}
            />
          }
          onClear={() => setFilter({})}
        >
          <ChoiceFilter
            label={t('status')}
            value={filter.status}
            choices={[
              { value: 1, label: t('enabled') },
              { value: 2, label: t('disabled') },
            ]}
            onChange={(status) => setFilter(status === undefined ? {} : { ...filter, status })}
          />
          <TextFilter
            label={t('model')}
            value={filter.model}
            onChange={(model) => setFilter(model === undefined ? {} : { ...filter, model })}
          />
        </FilterBar>
      </Sample>
    </>
  );
}
