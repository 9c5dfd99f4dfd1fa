import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { NotificationView } from '@turnpike/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusDot, type Tone } from '../../../ui/text/status-dot.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { eventListQuery } from './notification-api.ts';

const FIRST = 5;
const MORE = 50;

type Delivery = NotificationView['deliveries'][number];

const tones: Record<Delivery['state'], Tone> = {
  waiting: 'quiet',
  sent: 'good',
  joined: 'good',
  failed: 'broken',
};

/** The last events, with what came of each at the targets. */
export function EventList() {
  const { t } = useTranslation('profile');
  const titleId = useId();
  const [size, setSize] = useState(FIRST);
  const { data: events } = useQuery(eventListQuery(size));
  if (events === undefined || events.data.length === 0) return null;
  return (
    <Box sx={{ mt: 4 }}>
      <Typography id={titleId} variant="h3" sx={{ mb: 2 }}>
        {t('recentEvents')}
      </Typography>
      <Box component="ul" aria-labelledby={titleId} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {events.data.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </Box>
      {events.has_more && size === FIRST ? (
        <Button size="small" onClick={() => setSize(MORE)} sx={{ mt: 2 }}>
          {t('moreEvents')}
        </Button>
      ) : null}
    </Box>
  );
}

function EventRow({ event }: { event: NotificationView }) {
  return (
    <Box component="li" sx={{ py: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {event.title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {event.text} <TimeText epochSeconds={event.created_time} />
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, typography: 'caption' }}>
        {event.deliveries.map((delivery) => (
          <DeliveryText key={delivery.target_id} delivery={delivery} />
        ))}
      </Box>
    </Box>
  );
}

function DeliveryText({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('profile');
  const { state, target_name, attempts, last_error } = delivery;
  const tone = state === 'waiting' && attempts > 0 ? 'look' : tones[state];
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <StatusDot tone={tone}>
        {target_name}: {t(`delivery_${state}`)}
      </StatusDot>{' '}
      {state === 'waiting' || state === 'failed' ? last_error : ''}
    </Box>
  );
}
