import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

interface ComparedSecretProps {
  /** Shown of it without the secret. */
  shown: string;
  count?: number;
  /** As `secretComparison` has it; undefined until it was compared. */
  mark: number | undefined;
}

const FIRST_LETTER = 65;

/** A secret by its hint, with a letter: equal letters stand for equal secrets. */
export function ComparedSecret({ shown, count = 1, mark }: ComparedSecretProps) {
  const { t } = useTranslation('channel-comparison');
  if (mark === 0)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        –
      </Box>
    );
  return (
    <>
      <span>{count > 1 ? t('severalKeys', { hint: shown, count: count - 1 }) : shown}</span>
      {mark === undefined ? null : (
        <Box sx={{ color: 'text.secondary' }}>
          {mark === -1
            ? t('unreadable')
            : t('secretMark', { letter: String.fromCharCode(FIRST_LETTER + mark - 1) })}
        </Box>
      )}
    </>
  );
}
