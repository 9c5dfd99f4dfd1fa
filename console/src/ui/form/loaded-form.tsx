import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../error-state.tsx';
import { SideDrawer } from '../side-drawer.tsx';

interface LoadedFormProps<Row> {
  row: UseQueryResult<Row>;
  /** Over the error, where the row cannot be read. */
  title: string;
  onClose: () => void;
  children: (row: Row) => ReactNode;
}

/** The form of a row that an address names: opens when the row is there, or says why it is not. */
export function LoadedForm<Row>({ row, title, onClose, children }: LoadedFormProps<Row>) {
  if (row.data !== undefined) return children(row.data);
  if (!row.isError) return null;
  return (
    <SideDrawer isOpen title={title} onClose={onClose}>
      <ErrorState error={row.error} onRetry={() => row.refetch()} />
    </SideDrawer>
  );
}
