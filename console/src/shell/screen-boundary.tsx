import Button from '@mui/material/Button';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/empty-state.tsx';

interface BoundaryState {
  error: unknown;
}

/** Keeps a failing screen from taking the whole console with it. */
export class ScreenBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error: error ?? 'unknown' };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return <ScreenFailure error={this.state.error} />;
  }
}

/** After an update of the server a screen's old files may be gone, then a reload helps. */
function ScreenFailure({ error }: { error: unknown }) {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      title={t('screenFailed')}
      action={
        <Button variant="contained" onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>
      }
    >
      {t('screenFailedHint')} {error instanceof Error ? error.message : ''}
    </EmptyState>
  );
}
