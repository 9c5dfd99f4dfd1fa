import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChannelTypeView } from '@turnpike/contract';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { pricedModelsQuery } from '../../api/priced-models.ts';
import { useSite } from '../../api/site-status.ts';
import { unpricedModels } from '../../api/unpriced-models.ts';
import { OutsideLink } from '../../ui/action/text-link.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { ListInput, splitList } from '../../ui/form/list-input.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { SwitchInput } from '../../ui/form/switch-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { fromMoney } from '../../ui/price/price-unit.ts';
import { FirstPrice } from './first-price.tsx';
import { ListModels } from './list-models.tsx';
import { dollarsFault, draftOf, firstChannel, usableModel } from './provider-draft.ts';
import type { useCreateFirstChannel } from './set-up-api.ts';

/** @param typed names with commas between */
const unpricedIn = (typed: string, priced: readonly { id: string }[]) =>
  unpricedModels(
    splitList(typed),
    priced.map(({ id }) => id),
  );

interface ProviderFormProps {
  type: ChannelTypeView;
  create: ReturnType<typeof useCreateFirstChannel>;
  onDone: (model: string) => void;
}

export function ProviderForm({ type, create, onDone }: ProviderFormProps) {
  const { t } = useTranslation('set-up');
  const form = useContractForm(firstChannel, draftOf(type));
  const { pointsPerUnit } = useSite();
  const client = useQueryClient();
  const priced = useQuery(pricedModelsQuery).data;
  const [listed, setListed] = useState<string[]>([]);
  const typed = form.watch('models');
  const unpriced = priced === undefined ? [] : unpricedIn(typed, priced);

  const save = (isTested: boolean) =>
    form.send(async ({ is_free, input_price, output_price, ...values }) => {
      const test_model = usableModel(values);
      if (test_model === '') return form.setError('models', { message: 'channel.test_model_required' });
      // Prices may have been set since the page was opened.
      const known = await client.fetchQuery({ ...pricedModelsQuery, staleTime: 0 });
      const models = unpricedIn(values.models, known);
      if (models.length > 0 && !is_free) {
        for (const [name, typed] of Object.entries({ input_price, output_price })) {
          const message = dollarsFault(typed);
          if (message) return form.setError(name as 'input_price', { message }, { shouldFocus: true });
        }
      }
      const ratioOf = (dollars: number | '') =>
        is_free ? 0 : fromMoney(Number(dollars), '1M', { pointsPerUnit, perDollar: 1 });
      const price = { models, input: ratioOf(input_price), output: ratioOf(output_price) };
      const channel = { ...values, test_model };
      await create.mutateAsync({ channel, isTested, price: models.length > 0 ? price : undefined });
      onDone(test_model);
    });

  const keySite = type.key_site ? (
    <OutsideLink href={type.key_site}>{t('whereIsKey')}</OutsideLink>
  ) : undefined;
  return (
    <FormProvider {...form}>
      <Box component="form" noValidate onSubmit={save(true)} sx={{ display: 'grid', gap: 4 }}>
        {type.base_url_required ? (
          <TextInput
            name="base_url"
            label={t('baseUrl')}
            placeholder="https://api.example.com"
            type="url"
            autoFocus
          />
        ) : null}
        {type.key !== 'none' ? (
          <PasswordInput
            name="key"
            label={t('providerKey')}
            hint={keySite}
            placeholder={type.key_example}
            isOptional={type.key === 'optional'}
            autoComplete="off"
            autoFocus={!type.base_url_required}
          />
        ) : null}
        {type.models.length === 0 ? (
          <>
            <ListInput name="models" label={t('models')} hint={t('modelsHint')} options={listed} isFree />
            {type.has_model_list ? <ListModels onListed={setListed} /> : null}
          </>
        ) : null}
        {unpriced.length > 0 ? <FirstPrice models={unpriced} /> : null}
        {type.base_url_required ? (
          <SwitchInput
            name="allow_private_network"
            label={t('privateNetwork')}
            hint={t('privateNetworkHint')}
          />
        ) : null}
        <FormError />
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <Button type="submit" variant="contained" loading={create.isPending}>
            {t('testAndSave')}
          </Button>
          {form.formState.errors.root ? (
            <Button variant="outlined" onClick={save(false)} disabled={create.isPending}>
              {t('saveUntested')}
            </Button>
          ) : null}
        </Box>
      </Box>
    </FormProvider>
  );
}
