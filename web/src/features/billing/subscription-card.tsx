import { Card, CardHead } from '../../ui/card.tsx'

export const SubscriptionCard = () => (
  <Card id="subscription" aria-labelledby="subscription-title">
    <CardHead>
      <h2 id="subscription-title">Subscription</h2>
    </CardHead>
  </Card>
)
