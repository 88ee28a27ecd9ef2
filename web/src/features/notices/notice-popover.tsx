import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { NoticeView } from '@utter/contracts/http/notices/views'
import { paths } from '@utter/contracts/screens'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import styled from 'styled-components'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { t } from '../../lib/language/words.ts'
import { TimeAgo } from '../../ui/data/time-ago.tsx'
import { Button } from '../../ui/form/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Hidden } from '../../ui/layout/hidden.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Caption, TextLink } from '../../ui/layout/text.tsx'
import { CornerPopover, PopoverTitle } from '../../ui/overlay/corner-popover.tsx'
import { toastRefusal } from '../session/toast-refusal.ts'
import { markSeen } from './live-notices.ts'
import { noticeLabels } from './notice-labels.ts'
import { noticeText } from './notice-text.ts'
import { noticesQuery } from './queries.ts'

const Head = styled.header`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: 12px;
  padding: 12px 16px;
  h2 { font-size: 15px; line-height: 24px; font-weight: 600; }
  a { font-size: 13px; }
`

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
  li { border-top: 1px solid var(--line); }
`

const Row = styled(Link)`
  display: grid;
  gap: 2px;
  padding: 10px 16px;
  text-decoration: none;
  overflow-wrap: anywhere;
  &:hover { background: var(--hover); }
  &:focus-visible { outline-offset: -2px; }
  b { display: flex; align-items: center; gap: 8px; font-weight: 500; }
  span { color: var(--fg-2); font-size: 13px; }
`

const More = styled.footer`
  padding: 12px 16px;
  border-top: 1px solid var(--line);
`

const Dot = styled.i`
  width: 8px;
  height: 8px;
  border-radius: var(--r-full);
  background: var(--fg);
`

interface NoticePopoverProps {
  isOpen: boolean
  onClose: () => void
}

export const NoticePopover = ({ isOpen, onClose }: NoticePopoverProps) => (
  <CornerPopover isOpen={isOpen} onClose={onClose} opener="notice-bell" width={360}>
    <Head>
      <PopoverTitle>{t('Notifications')}</PopoverTitle>
      <TextLink to={`${paths.account}#notifications`} onClick={onClose}>
        {t('Settings')}
      </TextLink>
    </Head>
    <Notices onChoose={onClose} />
  </CornerPopover>
)

function Notices({ onChoose }: { onChoose: () => void }) {
  const notices = useInfiniteQuery(noticesQuery)
  const more = async () => {
    const { isFetchNextPageError, error } = await notices.fetchNextPage()
    if (isFetchNextPageError) toastRefusal(error, t('Failed to process request'))
  }
  return (
    <>
      <Part query={notices} waiting={<Skeleton $height={160} />} failure={t('Your notifications could not be read')}>
        {({ pages }) => (
          <Rows notices={pages.flatMap((page) => page.notices)} unseen={pages[0]?.unseen ?? 0} onChoose={onChoose} />
        )}
      </Part>
      {notices.hasNextPage && (
        <More>
          <Button isSmall isBusy={notices.isFetchingNextPage} onClick={more}>
            {t('Load more')}
          </Button>
        </More>
      )}
    </>
  )
}

interface RowsProps {
  notices: NoticeView[]
  unseen: number
  onChoose: () => void
}

function Rows({ notices, unseen, onChoose }: RowsProps) {
  const client = useQueryClient()
  const now = useServerNow(30_000)
  // Notices that were unseen at this opening stay marked until the next one.
  const [openedAt] = useState(() => Date.now())
  const until = unseen > 0 ? notices[0]?.at : undefined
  useEffect(() => {
    // A failure leaves them unseen, which the count shows.
    if (until !== undefined) void markSeen(client, until).catch(() => undefined)
  }, [client, until])

  if (notices.length === 0)
    return <EmptyState title={t('No notifications')} text={t('What happens to your account is told here.')} />
  return (
    <List>
      {notices.map(({ id, at, seenAt, notice }) => {
        const { text, to } = noticeText(notice)
        const isNew = seenAt === null || Date.parse(seenAt) >= openedAt
        return (
          <li key={id}>
            <Row to={to} onClick={onChoose}>
              <b>
                {isNew && <Dot aria-hidden="true" />}
                {isNew && <Hidden>{t('New:')} </Hidden>}
                {t(noticeLabels[notice.kind].title)}
              </b>
              <span dir="auto">{text}</span>
              <Caption>
                <TimeAgo at={at} now={now} />
              </Caption>
            </Row>
          </li>
        )
      })}
    </List>
  )
}
