import Box from '@mui/material/Box';
import ModelPricePage from './model-price-page.tsx';

/** The prices in the public area. Source of the width: docs/reference/compatibility.md, "Numbers on screens". */
export default function PublicPricePage() {
  return (
    <Box sx={{ maxWidth: 1200, mx: 'auto' }}>
      <ModelPricePage />
    </Box>
  );
}
