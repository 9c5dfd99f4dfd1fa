import Box from '@mui/material/Box';

/** Under the field of a filter: what exactly is compared. */
export function FilterHint({ id, text }: { id: string; text: string }) {
  return (
    <Box id={id} sx={{ flexBasis: '100%', maxWidth: 280, fontSize: '0.75rem', color: 'text.secondary' }}>
      {text}
    </Box>
  );
}
