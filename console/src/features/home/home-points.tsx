import DialectIcon from '@mui/icons-material/CableOutlined';
import CostIcon from '@mui/icons-material/ReceiptLongOutlined';
import LimitIcon from '@mui/icons-material/VpnKeyOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

const points = [
  { id: 'dialect', Icon: DialectIcon },
  { id: 'cost', Icon: CostIcon },
  { id: 'limit', Icon: LimitIcon },
] as const;

/** Benefits for a caller, in three sentences. */
export function HomePoints() {
  const { t } = useTranslation('home');
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
        gap: { xs: 6, sm: 8 },
      }}
    >
      {points.map(({ id, Icon }) => (
        <Box component="li" key={id}>
          <Icon color="primary" sx={{ mb: 2 }} />
          <Typography variant="h2" sx={{ mb: 1 }}>
            {t(`title_${id}`)}
          </Typography>
          <Typography color="textSecondary">{t(`text_${id}`)}</Typography>
        </Box>
      ))}
    </Box>
  );
}
