import Box from '@mui/material/Box';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { siteCalls } from '@turnpike/contract';
import { callApi } from '../../api/call-api.ts';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { OwnerPage } from '../../ui/text/owner-page.tsx';
import { BuiltInHome } from './built-in-home.tsx';

const homeTextQuery = queryOptions({
  queryKey: ['site', 'home'],
  queryFn: ({ signal }) => callApi(siteCalls.homePage, { signal }),
  staleTime: 60_000,
});

/** The owner's own text where there is one; otherwise what this site is and how to call it. */
export default function HomePage() {
  const homeText = useQuery(homeTextQuery);
  if (homeText.isPending) return null;
  return (
    <>
      <PageTitle title="" />
      {homeText.data?.trim() ? (
        <Box sx={{ maxWidth: 760, mx: 'auto', mt: { xs: 2, sm: 10 } }}>
          <OwnerPage text={homeText.data} />
        </Box>
      ) : (
        <Box sx={{ maxWidth: 1120, mx: 'auto', my: { xs: 2, sm: 10 } }}>
          <BuiltInHome />
        </Box>
      )}
    </>
  );
}
