import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { NoticeView } from '@utter/contracts/http/notices/views'
import { paths } from '@utter/contracts/screens'
import { Dialog } from 'radix-ui'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import styled, { keyframes } from 'styled-components'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { TimeAgo } from '../../ui/data/time-ago.tsx'
import { Button } from '../../ui/form/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Hidden } from '../../ui/layout/hidden.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Caption, TextLink } from '../../ui/layout/text.tsx'
import { closeByEscape } from '../../ui/overlay/close-by-escape.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { markSeen } from './live-notices.ts'
import { noticeLabels } from './notice-labels.ts'
import { noticeText } from './notice-text.ts'
import { noticesQuery } from './queries.ts'

const grow = keyframes`from { opacity: 0; transform: scale(0.97); }`

const Box = styled(Dialog.Content)`
  position: fixed;
  top: 52px;
  right: 20px;
  z-index: 30;
  width: 360px;
  max-height: min(560px, calc(100dvh - 68px));
  overflow: auto;
  overscroll-behavior: contain;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: var(--r-4);
  box-shadow: var(--shadow-2);
  transform-origin: top right;
  animation: ${grow} var(--t-2) var(--ease);
  &:focus { outline: none; }
  ${narrow} { left: 8px; right: 8px; width: auto; }
`

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

/** Below the bell, without a scrim: what is behind it stays usable. The kit's dialog, since its place needs no measuring. */
export const NoticePopover = ({ isOpen, onClose }: NoticePopoverProps) => (
  <Dialog.Root open={isOpen} modal={false} onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Box
        aria-describedby={undefined}
        {...closeByEscape(onClose)}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
        }}
        onInteractOutside={(event) => {
          // The bell closes it by itself, and would open it again.
          if (event.target instanceof Element && event.target.closest('#notice-bell')) event.preventDefault()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          if (document.activeElement === document.body) document.getElementById('notice-bell')?.focus()
        }}
      >
        <Head>
          <Dialog.Title>{t('Notifications')}</Dialog.Title>
          <TextLink to={`${paths.account}#notifications`} onClick={onClose}>
            {t('Settings')}
          </TextLink>
        </Head>
        <Notices onChoose={onClose} />
      </Box>
    </Dialog.Portal>
  </Dialog.Root>
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
