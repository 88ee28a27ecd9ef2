import { useQuery } from '@tanstack/react-query'
import { t } from '../../lib/language/words.ts'
import { Caption } from '../../ui/layout/text.tsx'
import { useMe } from '../session/me.ts'
import { settingsQuery } from './queries.ts'

/** A line for somebody who is signed in, while a small model writes the replies. */
export function SmallModel() {
  const me = useMe()
  const { data } = useQuery({ ...settingsQuery, enabled: Boolean(me.data) })
  if (data?.chatModelClass !== 'small') return null
  return <Caption as="p">{t('A small model on this machine answers. OPENAI_BASE_URL connects a better one.')}</Caption>
}
