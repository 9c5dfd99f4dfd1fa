import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { selfChange, type UserView } from '@turnpike/contract';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../ui/form/form-error.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useContractForm } from '../../ui/form/use-contract-form.ts';
import { useUnloadGuard } from '../../ui/page/use-unload-guard.ts';
import { DetailList } from '../../ui/text/detail-list.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { useChangeName } from './profile-api.ts';
import { ProfileSection } from './profile-section.tsx';

const nameChange = selfChange.pick({ display_name: true });

/** The account's data; its owner can change only the display name. */
export function AccountCard({ self }: { self: UserView }) {
  const { t } = useTranslation(['profile', 'ui']);
  const changeName = useChangeName();
  const form = useContractForm(nameChange, { display_name: self.display_name });
  const { isDirty, isSubmitting } = form.formState;
  useUnloadGuard(isDirty);

  async function save({ display_name = '' }: { display_name?: string | undefined }) {
    await changeName.mutateAsync(display_name);
    form.reset({ display_name });
    showToast('success', t('saved'));
  }

  return (
    <ProfileSection title={t('account')}>
      <DetailList
        entries={[
          { name: t('username'), value: self.username },
          { name: t('memberSince'), value: <TimeText epochSeconds={self.created_time} /> },
        ]}
      />
      <FormProvider {...form}>
        <Box
          component="form"
          noValidate
          onSubmit={form.send(save)}
          sx={{ display: 'grid', gap: 4, mt: 4, justifyItems: 'start' }}
        >
          <TextInput name="display_name" label={t('displayName')} hint={t('displayNameHint')} isOptional />
          <FormError />
          <Button type="submit" variant="contained" disabled={!isDirty} loading={isSubmitting}>
            {t('ui:save')}
          </Button>
        </Box>
      </FormProvider>
    </ProfileSection>
  );
}
