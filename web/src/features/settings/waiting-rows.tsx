import styled from 'styled-components'
import { DataList, DataRow } from '../../ui/data/data-list.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'

/** A block as high as the line of text that will be here. */
export const WaitingText = styled(Skeleton)`
  margin: 4px 0;
`

/** Lines of a list whose names and values are on their way. */
export const WaitingSettings = ({ count }: { count: number }) => (
  <DataList aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
      <DataRow key={index} name={<WaitingText $width="120px" />}>
        <WaitingText $width="160px" />
      </DataRow>
    ))}
  </DataList>
)
