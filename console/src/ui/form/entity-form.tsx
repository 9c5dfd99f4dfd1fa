import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadedForm } from './loaded-form.tsx';

/** Props of the form that the address of a list names. */
export interface OpenFormProps {
  /** `new`, or the id of the row. */
  id: string;
  onClose: () => void;
}

interface ExistingFormProps<Row> extends OpenFormProps {
  query: (id: number) => UseQueryOptions<Row>;
  /** Over the error, where the row cannot be read. */
  title: string;
  /** Form of the row as the server has it now. */
  children: (row: Row) => ReactNode;
}

interface EntityFormProps<Row> extends ExistingFormProps<Row> {
  /** Form of a new row. */
  fresh: ReactNode;
}

/** The form of a new row, or of the one with this id. */
export function EntityForm<Row>({ fresh, ...props }: EntityFormProps<Row>) {
  return props.id === 'new' ? fresh : <ExistingForm {...props} />;
}

function ExistingForm<Row>({ id, query, ...props }: ExistingFormProps<Row>) {
  const row = useQuery(query(Number(id)));
  return <LoadedForm {...props} row={row} />;
}
