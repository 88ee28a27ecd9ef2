import { CardBody } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'

export const WaitingDeliveries = () => (
  <CardBody>
    <Skeleton $height={40} />
    <Skeleton $height={40} />
  </CardBody>
)
