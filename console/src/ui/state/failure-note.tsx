import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import { RequestId } from './request-id.tsx';

/** A failure where it happened: what it was, and the id to quote. */
export function FailureNote({ text, requestId }: { text: string; requestId: string }) {
  return (
    <Box
      role="alert"
      sx={{
        display: 'flex',
        gap: 2,
        p: 3,
        borderRadius: '8px',
        bgcolor: 'error.light',
        fontSize: '0.8125rem',
      }}
    >
      <ErrorIcon color="error" fontSize="small" />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {text}
        <RequestId id={requestId} />
      </Box>
    </Box>
  );
}
