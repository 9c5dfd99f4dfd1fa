import MicrophoneIcon from '@mui/icons-material/MicOutlined';
import StopIcon from '@mui/icons-material/StopOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toast/toast.ts';
import { canRecord, useRecording } from './use-recording.ts';

/** Records by the microphone; absent where the browser does not allow it. */
export function RecordButton({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation('playground');
  const { seconds, start, stop } = useRecording({
    onFile,
    onRefused: () => showToast('warning', t('noMicrophone')),
  });
  if (!canRecord()) return null;
  return seconds === undefined ? (
    <Button variant="outlined" startIcon={<MicrophoneIcon />} onClick={() => void start()}>
      {t('record')}
    </Button>
  ) : (
    <Button variant="outlined" color="error" startIcon={<StopIcon />} className="tabular" onClick={stop}>
      {t('stopRecording', { seconds })}
    </Button>
  );
}
