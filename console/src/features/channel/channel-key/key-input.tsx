import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import Switch from '@mui/material/Switch';
import type { ChannelTypeView, ChannelView } from '@turnpike/contract';
import { useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { OutsideLink } from '../../../ui/action/text-link.tsx';
import { PasswordInput } from '../../../ui/form/password-input.tsx';
import { OpenLink } from '../../../ui/list/open-link.tsx';
import { KEYS_PREFIX } from '../channel-api.ts';
import { KeyMode, SeveralKeys } from './several-keys.tsx';

interface KeyInputProps {
  type: ChannelTypeView;
  /** Undefined for a channel that is not saved yet, which may get several. */
  saved: Pick<ChannelView, 'id' | 'key_hint' | 'key_count'> | undefined;
}

/** The provider's key, or several of a new channel. */
export function KeyInput({ type, saved }: KeyInputProps) {
  const { t } = useTranslation('channel');
  const { setValue, getValues, clearErrors } = useFormContext();
  const [isSeveral, setSeveral] = useState(false);
  const id = useId();
  const look = {
    label: t('channelKey'),
    placeholder: saved?.key_hint || type.key_example,
    isOptional: type.key === 'optional',
  };

  function change(several: boolean) {
    setSeveral(several);
    clearErrors('key');
    setValue('key_mode', several ? 'one_channel' : 'channels');
    if (!several) setValue('key', String(getValues('key')).trim().split('\n')[0]);
  }

  return (
    <>
      {isSeveral ? (
        <SeveralKeys {...look} />
      ) : (
        <PasswordInput
          name="key"
          {...look}
          autoComplete="off"
          hint={
            <>
              {saved?.key_hint ? `${t(saved.key_count > 1 ? 'keysKept' : 'keyKept')} ` : null}
              {saved && saved.key_count > 1 ? (
                <OpenLink id={`${KEYS_PREFIX}${saved.id}`}>{t('keys')}</OpenLink>
              ) : null}{' '}
              {type.key_parts.length > 0
                ? `${t('keyIsMadeOf', { parts: type.key_parts.map((part) => t(`keyPart_${part}`)).join('|') })} `
                : null}
              {type.key_site ? <OutsideLink href={type.key_site}>{t('whereIsKey')}</OutsideLink> : null}
            </>
          }
        />
      )}
      {saved === undefined ? (
        <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 3 }}>
          <FormLabel htmlFor={id}>{t('severalKeys')}</FormLabel>
          <Switch
            checked={isSeveral}
            onChange={(_, turned) => change(turned)}
            slotProps={{ input: { id } }}
          />
        </Box>
      ) : null}
      {isSeveral ? <KeyMode /> : null}
    </>
  );
}
