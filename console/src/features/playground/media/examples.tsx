import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

interface ExamplesProps {
  texts: readonly string[];
  /** Writes the text into the form; nothing is sent. */
  onChoose: (text: string) => void;
}

/** Texts to begin with, while there are no results. */
export function Examples({ texts, onChoose }: ExamplesProps) {
  const { t } = useTranslation('playground');
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      <Typography color="textSecondary">{t('beginExample')}</Typography>
      {texts.map((text) => (
        <Button key={text} variant="outlined" onClick={() => onChoose(text)} sx={{ textAlign: 'left' }}>
          {text}
        </Button>
      ))}
    </Box>
  );
}
