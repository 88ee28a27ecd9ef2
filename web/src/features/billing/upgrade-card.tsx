import { Card, CardHead } from '../../ui/card.tsx'

export const UpgradeCard = () => (
  <Card id="upgrade" aria-labelledby="upgrade-title">
    <CardHead>
      <h2 id="upgrade-title">Upgrade</h2>
    </CardHead>
  </Card>
)
