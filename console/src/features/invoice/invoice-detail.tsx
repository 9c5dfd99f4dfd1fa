import BackIcon from '@mui/icons-material/ArrowBackOutlined';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { Language } from '@turnpike/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useIsAdmin } from '../../api/own-role.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { showErrorToast } from '../../ui/toast/toast.ts';
import { invoiceCsvHref, invoicePdfHref, invoiceQuery, ownInvoiceQuery } from './invoice-api.ts';
import { InvoiceSheet } from './invoice-sheet.tsx';

/** The invoice of a month, as a sheet to print. */
export function InvoiceDetail({ month }: { month: string }) {
  const { t, i18n } = useTranslation('invoice');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const isAdmin = useIsAdmin();
  // Administrators name the invoice of another account by its number.
  const id = isAdmin ? Number(search.get('id')) || undefined : undefined;
  const own = useQuery({ ...ownInvoiceQuery(`${month}-01`), enabled: id === undefined });
  const any = useQuery({ ...invoiceQuery(id ?? 0), enabled: id !== undefined });
  const { data: invoice, error } = id === undefined ? own : any;
  const list = id === undefined ? '/panel/invoice' : '/panel/invoice#all';
  // The router and the toasts are outside of React's rendering.
  useEffect(() => {
    if (error === null) return;
    showErrorToast(error);
    navigate(list, { replace: true });
  }, [error, navigate, list]);

  return (
    <Screen
      title={invoice === undefined ? t('invoice') : t('invoiceOf', { name: invoice.name })}
      actions={
        <>
          <ButtonLink to={list} startIcon={<BackIcon />}>
            {t('back')}
          </ButtonLink>
          {invoice === undefined ? null : (
            <>
              <Button variant="outlined" startIcon={<PrintIcon />} onClick={() => window.print()}>
                {t('print')}
              </Button>
              <Button
                variant="contained"
                startIcon={<DownloadIcon />}
                href={invoicePdfHref(invoice.date, i18n.language as Language, id)}
                download
              >
                {t('pdf')}
              </Button>
              {id === undefined ? (
                <Button
                  variant="outlined"
                  startIcon={<DownloadIcon />}
                  href={invoiceCsvHref(invoice.date)}
                  download
                >
                  {t('csv')}
                </Button>
              ) : null}
            </>
          )}
        </>
      }
    >
      {invoice === undefined ? (
        <Skeleton variant="rounded" height={640} sx={{ maxWidth: 960, mx: 'auto' }} />
      ) : (
        <InvoiceSheet invoice={invoice} />
      )}
    </Screen>
  );
}
