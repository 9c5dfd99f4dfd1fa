import type { GatewayField, PaymentGatewayType } from '@turnpike/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

interface GatewayTexts {
  typeName: (type: PaymentGatewayType) => string;
  /** The field's own name where it has no text yet. */
  label: (type: PaymentGatewayType, field: GatewayField) => string;
  /** Where to find the value at the payment company. */
  hint: (type: PaymentGatewayType, field: GatewayField) => string | undefined;
  choice: (type: PaymentGatewayType, field: GatewayField, value: string) => string;
}

/** Texts of a kind and its fields, by the names of the catalogue: a further kind needs nothing but these texts. */
export function useGatewayTexts(): GatewayTexts {
  const { t, i18n } = useTranslation('payment');
  return useMemo(() => {
    const found = (key: string): string | undefined =>
      i18n.exists(`payment:${key}`) ? t(key as 'title') : undefined;
    return {
      typeName: (type) => t(`type_${type}`),
      label: (type, { name }) => found(`field.${type}.${name}`) ?? name,
      hint: (type, { name }) => found(`hint.${type}.${name}`),
      choice: (type, { name }, value) => found(`choice.${type}.${name}.${value}`) ?? value,
    };
  }, [t, i18n]);
}
