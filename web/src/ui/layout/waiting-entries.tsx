import { CardBody, CardFoot } from './card.tsx'
import { WaitingEmptyState } from './empty-state.tsx'
import { ActPlace, Skeleton } from './skeleton.tsx'

interface WaitingEntriesProps {
  /** Whether the plan has them; else the sentence that it has not is waited for. */
  isInPlan: boolean
  /** Height of an entry, in pixels. */
  height: number
  /** Widths of the buttons below. */
  acts: string[]
}

/** Two entries of an account's list and the buttons below it, or that there are none on the plan. */
export const WaitingEntries = ({ isInPlan, height, acts }: WaitingEntriesProps) =>
  isInPlan ? (
    <>
      <CardBody $gap={12}>
        <Skeleton $height={height} />
        <Skeleton $height={height} />
      </CardBody>
      <CardFoot>
        {acts.map((width) => (
          <ActPlace key={width} $width={width} />
        ))}
      </CardFoot>
    </>
  ) : (
    <WaitingEmptyState hasAction />
  )
