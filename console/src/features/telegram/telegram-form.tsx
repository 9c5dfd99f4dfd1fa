import { telegramMenuFields, telegramParseModes } from '@turnpike/contract';
import { useTranslation } from 'react-i18next';
import { EntityForm, type OpenFormProps } from '../../ui/form/entity-form.tsx';
import { SaveForm } from '../../ui/form/save-form.tsx';
import { SelectInput } from '../../ui/form/select-input.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useChange, useCreate } from '../../ui/list/entity-mutations.ts';
import { telegramMenus } from './telegram-api.ts';

const fresh = { command: '', description: '', parse_mode: 'MarkdownV2' as const, reply_message: '' };

/** The form of a new command, or of the one with this id. */
export function TelegramForm(props: OpenFormProps) {
  const { t } = useTranslation('telegram');
  const create = useCreate(telegramMenus);
  const change = useChange(telegramMenus);
  const { onClose } = props;
  return (
    <EntityForm
      {...props}
      query={telegramMenus.oneQuery}
      title={t('title')}
      fresh={
        <SaveForm
          schema={telegramMenuFields}
          values={fresh}
          draft={{ draft: 'telegram' }}
          title={t('create')}
          submitLabel={t('create')}
          save={create.mutateAsync}
          saved={(_, { command }) => t('created', { command })}
          onClose={onClose}
        >
          <MenuFields />
        </SaveForm>
      }
    >
      {({ id, etag, ...values }) => (
        <SaveForm
          schema={telegramMenuFields}
          values={values}
          draft={{ draft: 'telegram', row: id }}
          title={t('editTitle', { command: values.command })}
          save={(changed) => change.mutateAsync({ ...changed, id, etag })}
          saved={() => t('saved')}
          onClose={onClose}
        >
          <MenuFields />
        </SaveForm>
      )}
    </EntityForm>
  );
}

const modes = telegramParseModes.map((value) => ({ value, label: value }));

function MenuFields() {
  const { t } = useTranslation('telegram');
  return (
    <>
      <TextInput name="command" label={t('command')} hint={t('commandHint')} isMonospace autoFocus />
      <TextInput name="description" label={t('description')} hint={t('descriptionHint')} />
      <SelectInput name="parse_mode" label={t('parseMode')} hint={t('parseModeHint')} choices={modes} />
      <TextInput name="reply_message" label={t('reply')} hint={t('replyHint')} rows={5} isMonospace />
    </>
  );
}
