import { Card, CardHead } from '../../ui/card.tsx'

export const AuditCard = () => (
  <Card id="audit" aria-labelledby="audit-title">
    <CardHead>
      <h2 id="audit-title">Audit log</h2>
    </CardHead>
  </Card>
)
