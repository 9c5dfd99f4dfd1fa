import { type ChannelTestKind, channelTestKinds } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';

/** Kind of request of a test; `auto` leaves it to the name of the model. */
export type TestKind = ChannelTestKind | 'auto';

interface TestKindFieldProps {
  value: TestKind;
  onChange: (kind: TestKind) => void;
  hint?: string;
  error?: string | undefined;
}

export function TestKindField(props: TestKindFieldProps) {
  const { t } = useTranslation('channel');
  const choices = (['auto', ...channelTestKinds] as const).map((value) => ({
    value,
    label: t(`kind_${value}`),
  }));
  return <SelectField<TestKind> {...props} label={t('testKind')} choices={choices} />;
}

/** As a test sends it. */
export const kindToAsk = (kind: TestKind): { kind?: ChannelTestKind } => (kind === 'auto' ? {} : { kind });

export const KIND_NOT_OFFERED = 'channel.kind_not_offered';

/** Whether a test failed because the channel serves no such requests. */
export const isKindRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ field }) => field === 'kind');
