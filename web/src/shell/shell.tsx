import { lazy, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import styled from 'styled-components'
import { useHasToasted } from '../lib/toasts.ts'
import { useNarrow } from '../lib/use-narrow.ts'
import { narrow } from '../theme.ts'
import { ScreenAnnouncer } from './screen-announcer.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'
import { UnavailableBar } from './unavailable-bar.tsx'
import { useScrollToTop } from './use-scroll-to-top.ts'

// The sheet is loaded when it is first opened, toasts with the first one.
const SidebarSheet = lazy(async () => ({ default: (await import('./sidebar-sheet.tsx')).SidebarSheet }))
const Toaster = lazy(async () => ({ default: (await import('../ui/toaster.tsx')).Toaster }))

const Grid = styled.div<{ $isCollapsed: boolean }>`
  display: grid;
  grid-template-columns: ${({ $isCollapsed }) => ($isCollapsed ? '3rem' : '16rem')} minmax(0, 1fr);
  min-height: 100dvh;
  transition: grid-template-columns var(--t-3) var(--ease);
  ${narrow} { grid-template-columns: minmax(0, 1fr); }
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
  const { pathname } = useLocation()
  const hasToasted = useHasToasted()
  useScrollToTop()
  return (
    <>
      <SkipLink />
      <Grid $isCollapsed={sidebar.isCollapsed}>
        {isNarrow ? (
          <Suspense>
            {sidebar.hasOpenedSheet && <SidebarSheet isOpen={sidebar.isSheetOpen} onClose={sidebar.closeSheet} />}
          </Suspense>
        ) : (
          <Side aria-label="Sidebar">
            <Sidebar isCollapsed={sidebar.isCollapsed} />
          </Side>
        )}
        <Column>
          <TopBar onToggle={sidebar.toggle} isExpanded={isNarrow ? sidebar.isSheetOpen : !sidebar.isCollapsed} />
          <UnavailableBar />
          <Main id="main" tabIndex={-1}>
            {/* Outside of the boundary's key: the screen before stays until the next one is there. */}
            <Suspense>
              <ScreenBoundary key={pathname}>
                <Outlet />
              </ScreenBoundary>
            </Suspense>
          </Main>
        </Column>
      </Grid>
      <ScreenAnnouncer />
      <Suspense>{hasToasted && <Toaster />}</Suspense>
    </>
  )
}
