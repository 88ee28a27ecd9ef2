import { useInfiniteQuery } from '@tanstack/react-query'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { forced } from '../../theme.ts'
import { Hidden } from '../../ui/layout/hidden.tsx'
import { useLiveNotices } from './live-notices.ts'
import { noticesQuery } from './queries.ts'

const Chip = styled.span`
  position: absolute;
  top: 0;
  right: 0;
  min-width: 16px;
  padding: 0 4px;
  border-radius: var(--r-full);
  background: var(--ink);
  color: var(--on-ink);
  font-size: 11.5px;
  line-height: 16px;
  font-weight: 600;
  text-align: center;
  ${forced} { border: 1px solid CanvasText; }
`

/** Within the button of the bell, whose name it is a part of. */
export function UnseenCount() {
  useLiveNotices()
  const { data } = useInfiniteQuery(noticesQuery)
  const unseen = data?.pages[0]?.unseen ?? 0
  if (unseen === 0) return null
  const count = unseen > 99 ? '99+' : unseen
  return (
    <>
      <Chip aria-hidden="true">{count}</Chip>
      <Hidden>, {t('{count} unseen', { count })}</Hidden>
    </>
  )
}
