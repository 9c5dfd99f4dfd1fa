import { useQuery } from '@tanstack/react-query';
import { type Price, sharedPrice } from '@turnpike/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownersQuery } from '../../api/model-owners.ts';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { FoldedSection, FormSection } from '../../ui/form/form-section.tsx';
import { ListInput } from '../../ui/form/list-input.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { useStored } from '../../ui/page/use-stored.ts';
import { priceUnits } from '../../ui/price/price-unit.ts';
import { PriceUnitButtons } from '../../ui/price/price-unit-buttons.tsx';
import { YuanRateNote } from '../../ui/price/yuan-rate-note.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { ExtraRatiosInput } from './extra-ratios-input.tsx';
import { PriceExample } from './price-example.tsx';
import { PriceHoursInput } from './price-hours-input.tsx';
import { PriceInput } from './price-input.tsx';
import { PriceStartInput } from './price-start-input.tsx';
import { PriceStepsInput } from './price-steps-input.tsx';
import { PriceTiersInput } from './price-tiers-input.tsx';
import { usePlanPrice, useSavePrice } from './pricing-api.ts';
import { ReplacedNote } from './replaced-note.tsx';
import { UnitPricesInput } from './unit-prices-input.tsx';

interface PriceFormProps {
  /** Those that have this price now, or that it is meant for. */
  models: string[];
  price: Price;
  known: readonly string[];
  /** States of the prices that are changed; none of what is new. */
  etags?: readonly string[];
  /** The models do not have this price yet. */
  isNew?: boolean;
  /** Prices that the form takes over when a model is named that has one; none where it has a price to begin with. */
  present?: readonly Price[];
  onClose: () => void;
}

/** One price for one model or several. */
export function PriceForm({
  models,
  price,
  known,
  etags = [],
  isNew = models.length === 0,
  present = [],
  onClose,
}: PriceFormProps) {
  const { t } = useTranslation(['pricing', 'price', 'ui']);
  const owners = useQuery(ownersQuery).data ?? [];
  const save = useSavePrice();
  const plan = usePlanPrice();
  const [start, setStart] = useState<number | null>(null);
  const [storedUnit, setUnit] = useStored('priceFormUnit', '1M');
  const unit = priceUnits.find((one) => one === storedUnit) ?? '1M';
  // A copy starts from the model that it is a copy of.
  const draftRow = isNew ? price.model : models.join();
  const form = useContractForm(
    sharedPrice,
    { original_models: isNew ? [] : models, models, price: { ...price, model: 'shared' } },
    { draft: isNew ? (models.length === 0 ? 'new-price' : 'missing-prices') : 'price', row: draftRow },
  );
  const type = form.watch('price.type');
  const [shown, setShown] = useState(price);

  /** Fields that were not changed here get the price of the first model that has one, so that saving keeps it. */
  function takeOver(names: readonly string[]) {
    const next = present.find(({ model }) => names.includes(model)) ?? price;
    if (present.length === 0 || next === shown) return;
    const typed = form.getValues('price');
    const isTyped = (name: string) => !isSameValue(typed[name as keyof Price], shown[name as keyof Price]);
    const kept = Object.fromEntries(Object.entries(typed).filter(([name]) => isTyped(name)));
    form.setValue('price', { ...next, ...kept, model: 'shared' });
    setShown(next);
  }

  const { units = [], steps = [], tiers = {}, hours } = form.getValues('price');
  const [usesUnits, usesSteps, usesTiers] = [units, steps, Object.keys(tiers)].map(
    ({ length }) => length > 0,
  );
  const title = isNew
    ? t('createTitle')
    : models.length === 1
      ? t('editTitle', { model: models[0] })
      : t('editManyTitle', { count: models.length });
  return (
    <FormDrawer
      form={form}
      title={title}
      submitLabel={isNew ? t('create') : t('ui:save')}
      onClose={onClose}
      onSubmit={async (values) => {
        // Steps count tokens: a price by calls has none.
        const steps = type === 'times' ? [] : values.price.steps;
        const price = { ...values.price, steps };
        if (start === null) await save.mutateAsync({ ...values, price, etags });
        else if (start * 1000 > Date.now())
          await plan.mutateAsync({ models: values.models, price, valid_from: start });
        else return;
        showToast('success', start === null ? t('saved') : t('planned'));
        onClose();
      }}
    >
      <FormSection title={t('whatFor')}>
        <ListInput
          name="models"
          label={t('models')}
          hint={t('modelsHint')}
          options={known}
          isFree
          isList
          onChosen={takeOver}
        />
        <ReplacedNote originals={isNew ? [] : models} />
        <SelectInput
          name="price.channel_type"
          label={t('price:owner')}
          hint={t('ownerHint')}
          choices={[
            { value: 0, label: t('chooseOwner') },
            ...owners.filter(({ id }) => id !== 0).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectInput
          name="price.type"
          label={t('type')}
          choices={[
            { value: 'tokens', label: t('type_tokens') },
            { value: 'times', label: t('type_times') },
          ]}
          onChosen={(chosen) => {
            // A call at a fixed price has no field for it.
            if (chosen === 'times' && Number.isNaN(form.getValues('price.output')))
              form.setValue('price.output', 0);
          }}
        />
      </FormSection>
      <FormSection key={shown.model} title={t('howMuch')} about={t('howMuchAbout')}>
        <div>
          <PriceUnitButtons value={unit} onChange={setUnit} />
          {unit === 'multiplier' ? null : <YuanRateNote />}
        </div>
        <PriceInput
          name="price.input"
          label={type === 'times' ? t('aCall') : t('price:input')}
          unit={unit}
          {...(type === 'times' && { per: 'call' as const })}
        />
        {type === 'times' ? null : (
          <>
            <PriceInput name="price.output" label={t('price:output')} unit={unit} />
            <ExtraRatiosInput unit={unit} />
          </>
        )}
        <FoldedSection title={t('unitPrices')} isOpenAtFirst={usesUnits}>
          <UnitPricesInput unit={unit} isPerCall={type === 'times'} />
        </FoldedSection>
        {type === 'times' ? null : (
          <FoldedSection title={t('longInputs')} isOpenAtFirst={usesSteps}>
            <PriceStepsInput unit={unit} />
          </FoldedSection>
        )}
        <FoldedSection title={t('tiers')} isOpenAtFirst={usesTiers}>
          <PriceTiersInput unit={unit} />
        </FoldedSection>
        <FoldedSection title={t('hours')} isOpenAtFirst={hours !== undefined}>
          <PriceHoursInput />
        </FoldedSection>
        <FoldedSection title={t('exampleTitle')}>
          <PriceExample />
        </FoldedSection>
      </FormSection>
      <FoldedSection title={t('start')}>
        <PriceStartInput value={start} onChange={setStart} />
      </FoldedSection>
      <SwitchInput name="price.locked" label={t('lock')} hint={t('lockHint')} />
    </FormDrawer>
  );
}

const isSameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
