import { DataList, DataRow } from '../../ui/data-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Lines of a list whose names and values are on their way. */
export const WaitingRows = ({ count }: { count: number }) => (
  <DataList aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
      <DataRow key={index} name={<Skeleton $width="120px" />}>
        <Skeleton $width="160px" />
      </DataRow>
    ))}
  </DataList>
)
