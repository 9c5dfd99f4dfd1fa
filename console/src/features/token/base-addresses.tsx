import Box from '@mui/material/Box';
import { baseAddresses } from '@turnpike/contract/key-use/base-addresses';
import { useSite } from '../../api/site-status.ts';
import { KeyUseValue } from './key-use-value.tsx';

/** Base addresses of clients that the list does not name. */
export function BaseAddresses() {
  const { serverAddress } = useSite();
  return (
    <Box component="dl" sx={{ m: 0 }}>
      {baseAddresses.map(({ clients, path }) => {
        const address = `${serverAddress}${path}`;
        return <KeyUseValue key={clients} name={clients} shown={address} value={address} thing="address" />;
      })}
    </Box>
  );
}
