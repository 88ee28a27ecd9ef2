import { useQuery } from '@tanstack/react-query'
import { grouped } from '../../lib/format/counted.ts'
import { t } from '../../lib/language/words.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { usageQuery } from '../usage/queries.ts'

/** Bonus calls that are not used up. The usage next to them reports a failed read. */
export function BonusCallsLeft() {
  const { data: usage, isError } = useQuery(usageQuery)
  if (usage) return grouped(usage.bonusCallsLeft)
  return isError ? t('Not known') : <Skeleton $width="48px" />
}
