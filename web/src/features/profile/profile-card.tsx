import { Card, CardHead } from '../../ui/card.tsx'

export const ProfileCard = () => (
  <Card id="profile" aria-labelledby="profile-title">
    <CardHead>
      <h2 id="profile-title">Profile</h2>
    </CardHead>
  </Card>
)
