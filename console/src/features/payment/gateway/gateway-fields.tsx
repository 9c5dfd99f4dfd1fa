import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import {
  type PaymentGatewayType,
  type PaymentView,
  paymentGatewayKinds,
  usesField,
} from '@turnpike/contract';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useIsRoot } from '../../../api/own-role.ts';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { FoldedSection, FormSection } from '../../../ui/form/form-section.tsx';
import { SelectInput } from '../../../ui/form/select-input.tsx';
import { SwitchInput } from '../../../ui/form/switch-input.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { DetailList } from '../../../ui/text/detail-list.tsx';
import { ConfigInput } from './config-input.tsx';
import { FeeInput } from './fee-input.tsx';
import { initialConfig, kinds } from './gateway-values.ts';
import { useGatewayTexts } from './use-gateway-texts.ts';

/** The fields of a payment gateway, drawn from the catalogue of kinds. */
export function GatewayFields({ gateway }: { gateway?: PaymentView }) {
  const { t } = useTranslation(['payment', 'ui']);
  const isRoot = useIsRoot();
  const { typeName } = useGatewayTexts();
  const { setValue, clearErrors } = useFormContext();
  const type: PaymentGatewayType = useWatch({ name: 'type' });

  /** Another kind has other fields and currencies. */
  function onTypeChosen(next: PaymentGatewayType) {
    const kind = paymentGatewayKinds[next];
    clearErrors();
    setValue('config', initialConfig(kind));
    setValue('currency', kind.currencies[0]);
    setValue('sandbox', false);
  }

  return (
    <>
      <FormSection title={t('sectionGateway')}>
        {gateway ? null : (
          <SelectInput
            name="type"
            label={t('type')}
            choices={kinds.map((kind) => ({ value: kind.type, label: typeName(kind.type) }))}
            onChosen={onTypeChosen}
          />
        )}
        <TextInput name="name" label={t('name')} hint={t('nameHint')} autoFocus />
        <TextInput name="icon" label={t('icon')} hint={t('iconHint')} isOptional />
      </FormSection>
      {isRoot ? <AccountFields type={type} gateway={gateway} /> : <AccountFacts gateway={gateway} />}
      <FormSection title={t('sectionPrice')} about={t('priceAbout')}>
        <TextInput name="rate" label={t('rate')} hint={t('rateHint')} isNumber />
        <FeeInput />
        <TextInput name="min_amount" label={t('minAmount')} hint={t('minAmountHint')} isNumber />
        <TextInput name="max_amount" label={t('maxAmount')} hint={t('maxAmountHint')} isNumber />
        <TextInput
          name="open_hours"
          label={t('openHours')}
          hint={t('openHoursHint')}
          placeholder="09:00-21:30"
          isOptional
        />
      </FormSection>
      {isRoot ? (
        <FoldedSection
          title={t('ui:more')}
          isOpenAtFirst={gateway !== undefined && (gateway.notify_domain !== '' || gateway.allow_private)}
        >
          <TextInput
            name="notify_domain"
            type="url"
            label={t('notifyDomain')}
            hint={t('notifyDomainHint')}
            placeholder="https://"
            isOptional
          />
          <SwitchInput name="allow_private" label={t('allowPrivate')} hint={t('allowPrivateHint')} />
        </FoldedSection>
      ) : null}
      {gateway ? <NotifyAddress address={gateway.notify_url} /> : null}
    </>
  );
}

function AccountFields({ type, gateway }: { type: PaymentGatewayType; gateway: PaymentView | undefined }) {
  const { t } = useTranslation('payment');
  const config: Record<string, string> = useWatch({ name: 'config' });
  const kind = paymentGatewayKinds[type];
  return (
    <FormSection title={t('sectionAccount')} about={t('accountAbout')}>
      {kind.fields
        .filter((field) => usesField(field, config))
        .map((field) => (
          <ConfigInput
            key={`${type}.${field.name}`}
            type={type}
            field={field}
            isStored={gateway?.secrets.includes(field.name) ?? false}
          />
        ))}
      <SelectInput
        name="currency"
        label={t('currency')}
        hint={t('currencyHint')}
        choices={kind.currencies.map((value) => ({ value, label: value }))}
      />
      {kind.hasSandbox ? <SwitchInput name="sandbox" label={t('sandbox')} hint={t('sandboxHint')} /> : null}
    </FormSection>
  );
}

/** The account for administrators, who may not change it. */
function AccountFacts({ gateway }: { gateway: PaymentView | undefined }) {
  const { t } = useTranslation('payment');
  const { label, choice } = useGatewayTexts();
  if (gateway === undefined) return null;
  const { type, config, secrets, currency, notify_domain, sandbox, allow_private } = gateway;
  const { fields } = paymentGatewayKinds[type];
  return (
    <FormSection title={t('sectionAccount')}>
      <Alert severity="info">{t('rootOnly')}</Alert>
      <DetailList
        entries={[
          ...fields
            .filter((field) => usesField(field, config))
            .map((field) => ({
              name: label(type, field),
              value: field.isSecret
                ? t(secrets.includes(field.name) ? 'secretStored' : 'secretMissing')
                : choice(type, field, config[field.name] ?? ''),
            })),
          { name: t('currency'), value: currency },
          { name: t('sandbox'), value: sandbox ? t('yes') : undefined },
          { name: t('notifyDomain'), value: notify_domain },
          { name: t('allowPrivate'), value: allow_private ? t('yes') : undefined },
        ]}
      />
    </FormSection>
  );
}

function NotifyAddress({ address }: { address: string }) {
  const { t } = useTranslation('payment');
  return (
    <div>
      <Box sx={{ fontWeight: 500, fontSize: '0.875rem' }}>{t('notifyAddress')}</Box>
      {address === '' ? (
        <Alert severity="warning">{t('noNotifyAddress')}</Alert>
      ) : (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <Box component="code" sx={{ minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.8125rem' }}>
              {address}
            </Box>
            <CopyButton text={address} thing="callback_address" label={t('copyNotifyAddress')} />
          </Box>
          <FormHelperText>{t('notifyAddressHint')}</FormHelperText>
        </>
      )}
    </div>
  );
}
