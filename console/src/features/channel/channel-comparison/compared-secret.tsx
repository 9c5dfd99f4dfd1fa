import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

interface ComparedSecretProps {
  /** Shown of it without the secret. */
  shown: string;
  count?: number;
  /** Those of all channels, as `secretComparison` has them; undefined until they were compared. */
  marks: readonly number[] | undefined;
  /** Place of the channel among them. */
  place: number;
}

const FIRST_LETTER = 65;

/** A, B and so on, in the order that different secrets come in. */
function letterOf(mark: number, marks: readonly number[]): string {
  const different = [...new Set(marks.filter((one) => one > 0))];
  return String.fromCharCode(FIRST_LETTER + different.indexOf(mark));
}

/** A secret by its hint, with a letter: equal letters stand for equal secrets. */
export function ComparedSecret({ shown, count = 1, marks = [], place }: ComparedSecretProps) {
  const { t } = useTranslation('channel-comparison');
  const mark = marks[place];
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
          {mark === -1 ? t('unreadable') : t('secretMark', { letter: letterOf(mark, marks) })}
        </Box>
      )}
    </>
  );
}
