import Box from '@mui/material/Box';
import ModelPricePage from './model-price-page.tsx';

/** The prices in the public area. Width: product specification, section 9. */
export default function PublicPricePage() {
  return (
    <Box sx={{ maxWidth: 1200, mx: 'auto' }}>
      <ModelPricePage />
    </Box>
  );
}
