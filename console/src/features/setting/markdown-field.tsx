import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../ui/form/text-input.tsx';
import { OwnerText } from '../../ui/text/owner-text.tsx';

interface MarkdownFieldProps {
  name: string;
  label: string;
  hint: string;
  /** Short marks of a footer instead of Markdown. */
  isHtml: boolean;
}

/** A text for readers, with a look at how they will see it. */
export function MarkdownField({ name, label, hint, isHtml }: MarkdownFieldProps) {
  const { t } = useTranslation('setting');
  const text = useWatch({ name }) as string;
  const [isShown, setShown] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TextInput name={name} label={label} hint={hint} rows={isHtml ? 2 : 6} isMonospace isOptional />
      <Box sx={{ display: 'flex' }}>
        <Button
          size="small"
          variant="text"
          aria-expanded={isShown}
          disabled={text.trim() === ''}
          onClick={() => setShown(!isShown)}
          sx={{ ml: -2 }}
        >
          {isShown ? t('hidePreview') : t('showPreview')}
        </Button>
      </Box>
      {isShown && text.trim() !== '' ? (
        <Box
          role="region"
          aria-label={t('previewOf', { name: label })}
          sx={{ border: 1, borderColor: 'divider', borderRadius: '8px', p: 4, overflowX: 'auto' }}
        >
          <OwnerText text={text} />
        </Box>
      ) : null}
    </Box>
  );
}
