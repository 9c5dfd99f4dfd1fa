import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import { type NotificationKind, ownNotificationKinds, siteNotificationKinds } from '@turnpike/contract';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../../api/own-role.ts';

/** Events of the account, and those of the site for administrators. */
export function KindsInput() {
  const { t } = useTranslation('profile');
  const isAdmin = useIsAdmin();
  return (
    <>
      <KindBoxes label={t('ownEvents')} kinds={ownNotificationKinds} />
      {isAdmin ? <KindBoxes label={t('siteEvents')} kinds={siteNotificationKinds} /> : null}
    </>
  );
}

function KindBoxes({ label, kinds }: { label: string; kinds: readonly NotificationKind[] }) {
  const { t } = useTranslation('profile');
  const { field } = useController({ name: 'kinds' });
  const chosen: readonly NotificationKind[] = field.value;
  const choose = (kind: NotificationKind, isOn: boolean) =>
    field.onChange(isOn ? [...chosen, kind] : chosen.filter((one) => one !== kind));
  return (
    <FormControl component="fieldset" variant="standard">
      <FormLabel component="legend" sx={{ mb: 1, position: 'static', transform: 'none' }}>
        {label}
      </FormLabel>
      <Box sx={{ display: 'grid' }}>
        {kinds.map((kind) => (
          <FormControlLabel
            key={kind}
            label={t(`event_${kind}`)}
            sx={{ '@media (pointer: coarse)': { minHeight: 44 } }}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(kind)}
                onChange={(_, isOn) => choose(kind, isOn)}
                onBlur={field.onBlur}
              />
            }
          />
        ))}
      </Box>
    </FormControl>
  );
}
