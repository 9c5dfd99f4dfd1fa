import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';

interface WorkFrameProps {
  /** Names the form. */
  label: string;
  /** Names the results. */
  resultsLabel: string;
  form: ReactNode;
  children: ReactNode;
  /** @returns false if nothing was sent */
  onSend: () => boolean;
}

/** Below this width, the results are under the form. */
const isNarrow = () => window.matchMedia('(max-width: 899.95px)').matches;

/** A form and its results; Ctrl+Enter sends from every field. */
export function WorkFrame({ label, resultsLabel, form, children, onSend }: WorkFrameProps) {
  const results = useRef<HTMLElement>(null);

  function send() {
    if (onSend() && isNarrow()) results.current?.scrollIntoView({ block: 'start' });
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    send();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <Card
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '340px minmax(0, 1fr)' },
        minHeight: { md: 'calc(100dvh - 248px)' },
      }}
    >
      <Box
        component="form"
        aria-label={label}
        noValidate
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        sx={{
          p: { xs: 4, sm: 5 },
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 4,
          alignContent: 'start',
          borderRight: { md: 1 },
          borderBottom: { xs: 1, md: 0 },
          // Behind the widths, each of which sets the colour again.
          borderColor: { xs: 'divider', md: 'divider' },
        }}
      >
        {form}
      </Box>
      <Box
        ref={results}
        component="section"
        aria-label={resultsLabel}
        sx={{
          p: { xs: 4, sm: 5 },
          // The bar at the top of the page stays in place.
          scrollMarginTop: '64px',
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 6,
          alignContent: 'start',
        }}
      >
        {children}
      </Box>
    </Card>
  );
}

/** Two short fields next to each other. */
export function FieldPair({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 3, alignItems: 'start' }}
    >
      {children}
    </Box>
  );
}
