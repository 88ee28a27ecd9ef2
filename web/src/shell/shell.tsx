import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router-dom'
import styled from 'styled-components'
import { Commands, preloadPalette } from '../features/commands/commands.tsx'
import { useCommandViews } from '../features/commands/use-command-views.ts'
import { useAnnouncedEnds } from '../features/jobs/live/announced.ts'
import { useLiveJobs } from '../features/jobs/live/use-live-jobs.ts'
import { followOtherTabs, useMe } from '../features/session/me.ts'
import { useWebhookDisabled } from '../features/webhooks/use-webhook-disabled.ts'
import { useNarrow } from '../lib/hooks/use-narrow.ts'
import { t } from '../lib/language/words.ts'
import { lazyView } from '../lib/lazy-view.tsx'
import { useLastToast } from '../lib/toasts.ts'
import { narrow } from '../theme.ts'
import { Optional } from '../ui/layout/boundary.tsx'
import { accountItems, legalItems, mainItems, visitorItems } from './nav-items.ts'
import { presentNotice } from './notice.ts'
import { ScreenAnnouncer } from './screen-announcer.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'
import { useScrollToTop } from './use-scroll-to-top.ts'

// The sheet is loaded when it is first opened, toasts with the first one.
const sidebarSheet = lazyView(async () => (await import('./sidebar-sheet.tsx')).SidebarSheet)
// A notice or a toaster that fails to load does not reload the page: nobody asked for it, and a click or a text on its way would be
// lost.
const notices = lazyView(
  async () => (await import('./notices.tsx')).Notices,
  () => undefined,
)
const toaster = lazyView(
  async () => (await import('../ui/overlay/toaster.tsx')).Toaster,
  () => undefined,
)

const Grid = styled.div<{ $isCollapsed: boolean }>`
  display: grid;
  grid-template-columns: ${({ $isCollapsed }) => ($isCollapsed ? '3rem' : '16rem')} minmax(0, 1fr);
  min-height: 100dvh;
  transition: grid-template-columns var(--t-3) var(--ease);
  ${narrow} { grid-template-columns: minmax(0, 1fr); }
  /* On paper the screen alone. */
  @media print {
    display: block;
    > aside { display: none; }
  }
`

const Side = styled.aside`
  position: sticky;
  top: 0;
  height: 100dvh;
  overflow: hidden;
`

const Column = styled.div`
  display: flex;
  flex-direction: column;
  min-width: 0;
  border-left: 1px solid var(--line);
  ${narrow} { border-left: 0; }
`

const Main = styled.main`
  display: flex;
  flex-direction: column;
  flex: 1;
  min-width: 0;
  &:focus { outline: none; }
`

/** The frame around every screen. */
export function Shell() {
  const isNarrow = useNarrow()
  const sidebar = useSidebar()
  const lastToast = useLastToast()
  const client = useQueryClient()
  const me = useMe()
  const commands = useCommandViews()
  useScrollToTop()
  useLiveJobs(me.data?.id)
  useWebhookDisabled()
  useAnnouncedEnds()
  useEffect(() => followOtherTabs(client), [client])
  return (
    <>
      <SkipLink />
      <Grid $isCollapsed={sidebar.isCollapsed}>
        {isNarrow ? (
          sidebar.hasOpenedSheet && (
            <Optional part={sidebarSheet} resetKey={sidebar.isSheetOpen}>
              <sidebarSheet.View isOpen={sidebar.isSheetOpen} onClose={sidebar.closeSheet} />
            </Optional>
          )
        ) : (
          <Side aria-label={t('Sidebar')}>
            <Sidebar isCollapsed={sidebar.isCollapsed} />
          </Side>
        )}
        <Column>
          <TopBar
            onToggle={sidebar.toggle}
            isExpanded={isNarrow ? sidebar.isSheetOpen : !sidebar.isCollapsed}
            onSearch={() => commands.open('palette')}
            onSearchIntent={preloadPalette}
            isSignedIn={Boolean(me.data)}
          />
          {(me.data?.suspension || presentNotice()) && (
            <Optional part={notices} resetKey={me.data?.id}>
              <notices.View />
            </Optional>
          )}
          <Main id="main" tabIndex={-1}>
            <Outlet />
          </Main>
        </Column>
      </Grid>
      <ScreenAnnouncer />
      <Commands
        views={commands}
        screens={[...mainItems, ...(me.data ? accountItems : visitorItems), ...legalItems]}
        onToggleSidebar={sidebar.toggle}
      />
      {lastToast > 0 && (
        <Optional part={toaster} resetKey={lastToast}>
          <toaster.View />
        </Optional>
      )}
    </>
  )
}
