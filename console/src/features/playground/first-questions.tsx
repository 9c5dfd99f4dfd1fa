import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

/** Something to begin with, in one click. */
export function FirstQuestions({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation('playground');
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      <Typography color="textSecondary">{t('begin')}</Typography>
      {[t('question1'), t('question2'), t('question3')].map((question) => (
        <Button
          key={question}
          variant="outlined"
          onClick={() => onChoose(question)}
          sx={{ textAlign: 'left' }}
        >
          {question}
        </Button>
      ))}
    </Box>
  );
}
