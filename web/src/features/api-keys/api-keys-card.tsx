import { Card, CardHead } from '../../ui/card.tsx'

export const ApiKeysCard = () => (
  <Card id="keys" aria-labelledby="keys-title">
    <CardHead>
      <h2 id="keys-title">API keys</h2>
    </CardHead>
  </Card>
)
