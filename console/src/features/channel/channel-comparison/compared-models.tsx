import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useShortList } from '../../../ui/text/use-short-list.ts';

interface ComparedModelsProps {
  all: readonly string[];
  /** Those that not all channels have. */
  ownNames: readonly string[];
}

/** How many models a channel has, and which of them not all of the compared ones have. */
export function ComparedModels({ all, ownNames }: ComparedModelsProps) {
  const { t } = useTranslation('channel-comparison');
  const shortList = useShortList();
  return (
    <>
      <span className="tabular">{t('modelCount', { count: all.length })}</span>
      {ownNames.length > 0 ? (
        <Box sx={{ color: 'text.secondary' }}>{t('notInAll', { models: shortList(ownNames) })}</Box>
      ) : null}
    </>
  );
}
