import { paths } from '@utter/contracts/screens'
import { Link } from 'react-router-dom'
import styled from 'styled-components'
import { useMe } from '../features/session/me.ts'
import { t } from '../lib/language/words.ts'
import { Mark } from '../ui/data/mark.tsx'
import { TooltipDelay } from '../ui/overlay/tooltip.tsx'
import { accountItems, legalItems, mainItems, visitorItems } from './nav-items.ts'
import { SidebarFoot } from './sidebar-foot.tsx'
import { NavGroup } from './sidebar-nav.tsx'

const Column = styled.div`
  display: flex;
  flex-direction: column;
  height: 100%;
  overflow: hidden;
`

const Brand = styled(Link)`
  display: flex;
  align-items: center;
  gap: 10px;
  flex: none;
  height: 56px;
  margin: 4px 0;
  padding: 0 12px;
  text-decoration: none;
  white-space: nowrap;
  &:focus-visible { outline-offset: -4px; }

  b { display: block; font-size: 17px; line-height: 20px; font-weight: 650; letter-spacing: -0.03em; }
  small { display: block; font-size: 12px; line-height: 16px; color: var(--fg-3); }
`

const Nav = styled.nav`
  flex: 1;
  min-height: 0;
  overflow: hidden auto;
  padding: 0 8px 8px;
`

interface SidebarProps {
  isCollapsed?: boolean
  isSheet?: boolean
  onChoose?: () => void
}

/** The same content in the column and in the sheet. */
export function Sidebar({ isCollapsed = false, isSheet = false, onChoose = () => {} }: SidebarProps) {
  const me = useMe()
  const group = { isCollapsed, isSheet, onChoose }
  return (
    <TooltipDelay value={0}>
      <Column>
        <Brand to={paths.dashboard} aria-label={isCollapsed ? 'Utter' : undefined} onClick={onChoose}>
          <Mark />
          {!isCollapsed && (
            <span>
              <b>Utter</b> <small>{t('AI Voice Platform')}</small>
            </span>
          )}
        </Brand>
        <Nav aria-label={t('Main')}>
          <NavGroup items={mainItems} {...group} />
          <NavGroup title={t('Legal')} items={legalItems} {...group} />
          {/* Unknown is shown as nothing: neither a flash of 'Log In' nor one of 'My Account'. */}
          {!me.isPending && <NavGroup title={t('Account')} items={me.data ? accountItems : visitorItems} {...group} />}
        </Nav>
        {me.data && <SidebarFoot username={me.data.username} isCollapsed={isCollapsed} onChoose={onChoose} />}
      </Column>
    </TooltipDelay>
  )
}
