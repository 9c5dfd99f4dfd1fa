import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TextLink } from '../../ui/action/text-link.tsx';
import { ModelLabel } from '../../ui/owner-mark/model-label.tsx';

/** More would be a list, which the price page is. */
const SHOWN = 16;

/** Models that can be called; each leads to its price. */
export function HomeModels({ models }: { models: readonly string[] }) {
  const { t } = useTranslation('home');
  if (models.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="home-models">
      <Typography id="home-models" variant="h2" sx={{ mb: 3 }}>
        {t('callTitle', { count: models.length })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        {models.slice(0, SHOWN).map((model) => (
          <Chip
            key={model}
            component={Link}
            to={`/price?keyword=${encodeURIComponent(model)}`}
            clickable
            variant="outlined"
            label={<ModelLabel model={model} />}
            sx={{ '@media (pointer: coarse)': { minHeight: 40 } }}
          />
        ))}
        {models.length > SHOWN ? <TextLink to="/price">{t('allModels')}</TextLink> : null}
      </Box>
    </Box>
  );
}
