import Button from '@mui/material/Button';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../ui/action/copy-button.tsx';
import { PageTitle } from '../ui/page/page-title.tsx';
import { EmptyState } from '../ui/state/empty-state.tsx';
import { type FailureReport, failureReport } from './failure-report.ts';

interface BoundaryState {
  report: FailureReport | undefined;
}

/** Keeps a failing screen from taking the whole console with it. */
export class ScreenBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { report: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { report: failureReport(error) };
  }

  override render(): ReactNode {
    const { report } = this.state;
    if (report === undefined) return this.props.children;
    return <ScreenFailure report={report} onRetry={() => this.setState({ report: undefined })} />;
  }
}

function ScreenFailure({ report, onRetry }: { report: FailureReport; onRetry: () => void }) {
  const { t } = useTranslation(['shell', 'ui']);
  return (
    <>
      <PageTitle title={t('screenFailed')} />
      <EmptyState
        kind="broken"
        isPage
        title={t('screenFailed')}
        action={
          <>
            <Button variant="contained" onClick={() => window.location.reload()}>
              {t('reload')}
            </Button>
            {/* A file that is gone stays gone. */}
            {report.isStaleFile ? null : (
              <Button variant="outlined" onClick={onRetry}>
                {t('ui:retry')}
              </Button>
            )}
            <CopyButton
              text={report.text}
              thing="report"
              label={t('copyReport', { id: report.id })}
              isLabelled
            />
          </>
        }
      >
        {report.isStaleFile ? t('screenStale') : t('screenFailedHint')}
      </EmptyState>
    </>
  );
}
