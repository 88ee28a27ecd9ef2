import { Card, CardHead } from '../../ui/card.tsx'

export const DeleteAccountCard = () => (
  <Card id="delete" aria-labelledby="delete-title">
    <CardHead>
      <h2 id="delete-title">Delete account</h2>
    </CardHead>
  </Card>
)
