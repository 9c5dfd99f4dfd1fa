import { useQuery } from '@tanstack/react-query';
import { paymentStatementCalls } from '@turnpike/contract';
import { useRef } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/date/date-field.tsx';
import { nameOfDay } from '../../../ui/date/reader-days.ts';
import { FieldFrame, type FieldProps } from '../../../ui/form/field-frame.tsx';
import { LoadedForm } from '../../../ui/form/loaded-form.tsx';
import { SaveForm } from '../../../ui/form/save-form.tsx';
import { SelectInput } from '../../../ui/form/select-input.tsx';
import { statementGatewaysQuery, useCheckDay } from './statement-api.ts';

const DAY_SECONDS = 86_400;

interface CheckDayFormProps {
  /** @param made number of the comparison, if there was one */
  onClose: (made?: number) => void;
}

/** Compares a day now, such as one that is older than the week of the job. */
export function CheckDayForm({ onClose }: CheckDayFormProps) {
  const { t } = useTranslation('payment');
  const check = useCheckDay({ isQuiet: true });
  const made = useRef<number>(undefined);
  return (
    <LoadedForm row={useQuery(statementGatewaysQuery)} title={t('checkDay')} onClose={() => onClose()}>
      {(gateways) => (
        <SaveForm
          schema={paymentStatementCalls.check.input}
          values={{ gateway_id: gateways[0]?.value ?? 0, day: yesterday() }}
          title={t('checkDay')}
          submitLabel={t('check')}
          save={async (input) => {
            const { id } = await check.mutateAsync(input);
            made.current = id;
          }}
          onClose={() => onClose(made.current)}
        >
          <SelectInput
            name="gateway_id"
            label={t('gateway')}
            hint={t('gatewaysWithStatement')}
            choices={gateways.length === 0 ? [{ value: 0, label: t('noGateways') }] : gateways}
          />
          <DayInput name="day" label={t('day')} hint={t('dayHint')} />
        </SaveForm>
      )}
    </LoadedForm>
  );
}

const yesterday = (): string => nameOfDay(Date.now() / 1000 - DAY_SECONDS);

function DayInput({ name, ...props }: FieldProps) {
  const { field, fieldState } = useController({ name });
  return (
    <FieldFrame {...props} error={fieldState.error?.message}>
      {(ids) => (
        <DateField
          {...ids}
          label={props.label}
          value={field.value as string}
          onChange={(day) => field.onChange(day ?? '')}
          max={yesterday()}
        />
      )}
    </FieldFrame>
  );
}
