import AddIcon from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { MAX_CHAT_LINKS } from '@turnpike/contract';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../../ui/form/field-frame.tsx';
import { FoldedSection } from '../../ui/form/form-section.tsx';
import { movedItem } from '../../ui/form/moved-item.ts';
import { ChatLinkFields } from './chat-link-fields.tsx';
import { type ChatLinkRow, readChatLinks, writeChatLinks } from './chat-link-rows.ts';

/** Edits the links as rows. The form keeps them as the stored text. */
export function ChatLinksField({ name, label, hint }: FieldProps) {
  const { t } = useTranslation('setting');
  const { field, fieldState } = useController({ name });
  const id = useId();
  const rows = readChatLinks(String(field.value ?? ''));
  const write = (next: readonly ChatLinkRow[]) => field.onChange(writeChatLinks(next));

  function move(index: number, by: -1 | 1) {
    write(movedItem(rows, index, by));
    const isAtEnd = index + by === (by < 0 ? 0 : rows.length - 1);
    // The row keeps the focus; at the end its button back has it.
    document.getElementById(`${id}-${index + by}-${isAtEnd ? -by : by}`)?.focus();
  }

  return (
    // Folded: its rows would stand between a keyboard and the sections below.
    <FoldedSection title={label}>
      <FormHelperText>{hint}</FormHelperText>
      {rows.map((row, index) => (
        <ChatLinkFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity while it is typed
          key={index}
          id={`${id}-${index}`}
          row={row}
          number={index + 1}
          isLast={index === rows.length - 1}
          wrongMember={wrongMemberOf(fieldState.error?.message, index)}
          onChange={(next) => write(rows.with(index, next))}
          onMove={(by) => move(index, by)}
          onRemove={() => write(rows.toSpliced(index, 1))}
        />
      ))}
      {rows.length < MAX_CHAT_LINKS ? (
        <Button
          variant="outlined"
          startIcon={<AddIcon />}
          onClick={() => write([...rows, { name: '', url: '', show: true }])}
          sx={{ justifySelf: 'start' }}
        >
          {t('chatLinkAdd')}
        </Button>
      ) : null}
    </FoldedSection>
  );
}

/** Member of a row that the rule names, as in `option.wrong_member|1.url`. */
function wrongMemberOf(message: string | undefined, index: number): string | undefined {
  const [row, member] = message?.split('|')[1]?.split('.') ?? [];
  return row === String(index) ? member : undefined;
}
