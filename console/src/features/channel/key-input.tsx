import type { ChannelTypeView } from '@turnpike/contract';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { KeysInput } from './keys-input.tsx';
import { SeveralKeys } from './several-keys.tsx';

interface KeyInputProps {
  type: ChannelTypeView;
  /** Of the stored key; undefined for a channel that is not saved yet, which may become several. */
  keyHint: string | undefined;
}

/** The provider's key, or several for as many new channels. */
export function KeyInput({ type, keyHint }: KeyInputProps) {
  const { t } = useTranslation('channel');
  const { setValue, getValues, clearErrors } = useFormContext();
  const [isSeveral, setSeveral] = useState(false);
  const isOptional = type.key === 'optional';

  function change(several: boolean) {
    setSeveral(several);
    clearErrors('key');
    if (!several) setValue('key', String(getValues('key')).trim().split('\n')[0]);
  }

  return (
    <>
      {isSeveral ? (
        <KeysInput label={t('channelKey')} placeholder={type.key_example} isOptional={isOptional} />
      ) : (
        <PasswordInput
          name="key"
          label={t('channelKey')}
          autoComplete="off"
          isOptional={isOptional}
          placeholder={keyHint || type.key_example}
          hint={
            <>
              {keyHint ? `${t('keyKept')} ` : null}
              {type.key_parts.length > 0
                ? `${t('keyIsMadeOf', { parts: type.key_parts.map((part) => t(`keyPart_${part}`)).join('|') })} `
                : null}
              {type.key_site ? <OutsideLink href={type.key_site}>{t('whereIsKey')}</OutsideLink> : null}
            </>
          }
        />
      )}
      {keyHint === undefined ? <SeveralKeys isOn={isSeveral} onChange={change} /> : null}
    </>
  );
}
