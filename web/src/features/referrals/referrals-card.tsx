import { Card, CardHead } from '../../ui/card.tsx'

export const ReferralsCard = () => (
  <Card id="referrals" aria-labelledby="referrals-title">
    <CardHead>
      <h2 id="referrals-title">Referrals</h2>
    </CardHead>
  </Card>
)
