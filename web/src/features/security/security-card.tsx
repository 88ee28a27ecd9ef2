import { Card, CardHead } from '../../ui/card.tsx'

export const SecurityCard = () => (
  <Card id="security" aria-labelledby="security-title">
    <CardHead>
      <h2 id="security-title">Security</h2>
    </CardHead>
  </Card>
)
