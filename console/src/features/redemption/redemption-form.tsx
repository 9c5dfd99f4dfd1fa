import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { redemptionChange, redemptionInput } from '@turnpike/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { errorText } from '../../api/error-text.ts';
import { allGroupsQuery } from '../../api/user-group.ts';
import { saveFile } from '../../ui/action/save-file.ts';
import { bringIntoView } from '../../ui/form/bring-into-view.ts';
import { EntityForm, type OpenFormProps } from '../../ui/form/entity-form.tsx';
import { MomentInput } from '../../ui/form/moment-input.tsx';
import { MoneyInput } from '../../ui/form/money-input.tsx';
import { SaveForm } from '../../ui/form/save-form.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useChange } from '../../ui/list/entity-mutations.ts';
import { showToast } from '../../ui/toast/toast.ts';
import type { MadeCode } from './made-code-dialog.tsx';
import { redemptions, useMakeCodes } from './redemption-api.ts';

const MAX_COUNT = 100_000;

const freshCodes = { name: '', quota: 500_000, count: 1, max_uses: 1, expires_at: 0, group: '' };
const newCodes = z.object({ ...redemptionInput.shape, count: z.number().int().min(1).max(MAX_COUNT) });
type NewCodes = z.output<typeof newCodes>;

interface RedemptionFormProps extends OpenFormProps {
  /** Called with a code that was made alone; several are downloaded. */
  onMade: (made: MadeCode) => void;
}

/** The form of new codes, or of the one with this id. */
export function RedemptionForm({ onMade, ...props }: RedemptionFormProps) {
  const { t } = useTranslation('redemption');
  const change = useChange(redemptions);
  const { onClose } = props;
  return (
    <EntityForm
      {...props}
      query={redemptions.oneQuery}
      title={t('title')}
      fresh={<NewCodesForm onClose={onClose} onMade={onMade} />}
    >
      {({ id, name, quota, max_uses, expires_at, group, etag }) => (
        <SaveForm
          schema={redemptionChange.omit({ status: true })}
          values={{ id, name, quota, max_uses, expires_at, group }}
          draft={{ draft: 'redemption', row: id }}
          title={t('editTitle', { name })}
          save={(changed) => change.mutateAsync({ ...changed, etag })}
          saved={() => t('saved')}
          onClose={onClose}
        >
          <TextInput name="name" label={t('name')} hint={t('nameHint')} autoFocus />
          <MoneyInput name="quota" label={t('quota')} hint={t('quotaHint')} />
          <TermFields />
        </SaveForm>
      )}
    </EntityForm>
  );
}

function NewCodesForm({ onClose, onMade }: Pick<RedemptionFormProps, 'onClose' | 'onMade'>) {
  const { t } = useTranslation('redemption');
  const make = useMakeCodes();
  const [progress, setProgress] = useState<{ made: number; count: number }>();
  const run = useRef({ isOn: false, isStopped: false });

  async function save(input: NewCodes): Promise<void> {
    const { name, count } = input;
    run.current = { isOn: true, isStopped: false };
    const onProgress = (made: number) => {
      setProgress({ made, count });
      return !run.current.isStopped;
    };
    try {
      const { codes, failure } = await make.mutateAsync({ input, onProgress });
      const made = codes.length;
      hand(name, codes);
      if (failure !== undefined)
        showToast('error', t('failedAfter', { made, count, error: errorText(failure) }));
      else if (made < count) showToast('info', t('stoppedAfter', { made, count }));
      else if (count > 1) showToast('success', t('createdMany', { count, name }));
    } finally {
      run.current.isOn = false;
      setProgress(undefined);
    }
  }

  const stop = () => {
    run.current.isStopped = true;
  };
  // Codes under way are handed over first; then the form closes by itself.
  const close = () => (run.current.isOn ? stop() : onClose());

  function hand(name: string, codes: readonly string[]): void {
    const [code] = codes;
    if (codes.length > 1) saveFile(`${name}.txt`, `${codes.join('\n')}\n`, 'text/plain');
    else if (code !== undefined) onMade({ name, code });
  }

  return (
    <SaveForm
      schema={newCodes}
      values={freshCodes}
      draft={{ draft: 'redemption' }}
      title={t('create')}
      submitLabel={t('create')}
      save={save}
      onClose={close}
    >
      <TextInput name="name" label={t('name')} hint={t('nameHint')} autoFocus />
      <MoneyInput name="quota" label={t('quota')} hint={t('quotaHint')} />
      <TextInput name="count" label={t('count')} hint={t('countHint')} isNumber />
      <TermFields />
      {progress ? (
        <Alert ref={bringIntoView} severity="info" action={<Button onClick={stop}>{t('stop')}</Button>}>
          {t('progress', progress)}
          <LinearProgress
            aria-label={t('progress', progress)}
            variant="determinate"
            value={(progress.made / progress.count) * 100}
            sx={{ mt: 2 }}
          />
        </Alert>
      ) : null}
    </SaveForm>
  );
}

function TermFields() {
  const { t } = useTranslation('redemption');
  const groups = useQuery(allGroupsQuery).data ?? [];
  return (
    <>
      <TextInput name="max_uses" label={t('maxUses')} hint={t('maxUsesHint')} isNumber />
      <MomentInput name="expires_at" label={t('expires')} noneLabel={t('never')} />
      <SelectInput
        name="group"
        label={t('group')}
        hint={t('groupHint')}
        choices={[
          { value: '', label: t('noGroup') },
          ...groups.map(({ symbol, name }) => ({ value: symbol, label: name })),
        ]}
      />
    </>
  );
}
