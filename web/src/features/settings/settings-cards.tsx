import { useQuery } from '@tanstack/react-query'
import { Stack } from '../../ui/layout/text.tsx'
import { useMe } from '../session/me.ts'
import { CredentialsCard } from './credentials-card.tsx'
import { OutputCard } from './output-card.tsx'
import { settingsQuery } from './queries.ts'

/** Asked for once somebody is known to be signed in: a visitor sees what holds for all, and nothing is asked. */
export function SettingsCards() {
  const me = useMe()
  const isVisitor = !me.isPending && !me.data
  const query = useQuery({ ...settingsQuery, enabled: Boolean(me.data) })
  return (
    <Stack>
      <CredentialsCard query={query} isVisitor={isVisitor} />
      <OutputCard query={query} isVisitor={isVisitor} />
    </Stack>
  )
}
