import { Card, CardHead } from '../../ui/card.tsx'

export const UsageCard = () => (
  <Card id="usage" aria-labelledby="usage-title">
    <CardHead>
      <h2 id="usage-title">Usage</h2>
    </CardHead>
  </Card>
)
