import type { UseQueryResult } from '@tanstack/react-query';
import { createContext, Fragment, type ReactNode, useContext, useState } from 'react';
import { WhileLoading } from '../loading/while-loading.tsx';
import { SideDrawer } from '../overlay/side-drawer.tsx';
import { ErrorState } from '../state/error-state.tsx';

interface LoadedFormProps<Row> {
  row: UseQueryResult<Row>;
  /** Over the error, where the row cannot be read. */
  title: string;
  onClose: () => void;
  children: (row: Row) => ReactNode;
}

const FormReload = createContext<(() => Promise<void>) | undefined>(undefined);

/** Begins the form around anew with what the server has now; undefined where nothing is loaded. */
export const useFormReload = () => useContext(FormReload);

/**
 * The form of a row that an address names. It opens when the row is loaded, or shows why it is not. Later reads do not
 * change it: values and `etag` stay those of one read until the form is loaded again.
 */
export function LoadedForm<Row>({ row, title, onClose, children }: LoadedFormProps<Row>) {
  const [loaded, setLoaded] = useState<{ row: Row; round: number }>();
  const { data, isFetching, isError, error, refetch } = row;
  if (loaded !== undefined) {
    const reload = async () => {
      const answer = await refetch();
      if (answer.isSuccess) setLoaded({ row: answer.data, round: loaded.round + 1 });
    };
    return (
      <FormReload value={reload}>
        <Fragment key={loaded.round}>{children(loaded.row)}</Fragment>
      </FormReload>
    );
  }
  // A row that was read some time ago is asked for again first.
  if (data !== undefined && !isFetching) setLoaded({ row: data, round: 0 });
  if (data !== undefined || !isError) return <WhileLoading />;
  return (
    <SideDrawer isOpen title={title} onClose={onClose}>
      <ErrorState error={error} onRetry={() => refetch()} />
    </SideDrawer>
  );
}
