import ButtonBase from '@mui/material/ButtonBase';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';

interface ProviderTileProps {
  label: string;
  about: string;
  isChosen: boolean;
  isBusy?: boolean;
  onChoose: () => void;
}

export function ProviderTile({ label, about, isChosen, isBusy = false, onChoose }: ProviderTileProps) {
  return (
    <ButtonBase
      role="radio"
      aria-checked={isChosen}
      disabled={isBusy}
      onClick={onChoose}
      sx={{
        display: 'grid',
        alignContent: 'start',
        justifyContent: 'start',
        justifyItems: 'start',
        textAlign: 'left',
        gap: 1,
        p: 4,
        borderRadius: '8px',
        border: 1,
        borderColor: isChosen ? 'primary.main' : 'divider',
        bgcolor: isChosen ? 'action.selected' : 'background.paper',
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
      <Typography variant="body2" color="textSecondary">
        {about}
      </Typography>
      {isBusy ? <CircularProgress size={16} aria-label={label} /> : null}
    </ButtonBase>
  );
}
