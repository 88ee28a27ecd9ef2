import { useQuery } from '@tanstack/react-query'
import { locale } from '../../lib/locale.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usageQuery } from '../usage/queries.ts'

/** Bonus calls that are not used up; the usage beside them says when it could not be read. */
export function BonusCallsLeft() {
  const { data: usage, isError } = useQuery(usageQuery)
  if (usage) return usage.bonusCallsLeft.toLocaleString(locale)
  return isError ? 'Not known' : <Skeleton $width="48px" />
}
