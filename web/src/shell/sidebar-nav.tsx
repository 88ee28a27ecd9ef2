import { useId } from 'react'
import { Link, useLocation } from 'react-router-dom'
import styled, { css } from 'styled-components'
import { t } from '../lib/language/words.ts'
import { forced } from '../theme.ts'
import { Hidden } from '../ui/layout/hidden.tsx'
import { Tooltip } from '../ui/overlay/tooltip.tsx'
import type { NavItem } from './nav-items.ts'

const Group = styled.div`
  & + & { margin-top: 20px; }
`

const Title = styled.p<{ $isCollapsed: boolean }>`
  margin-bottom: 4px;
  padding: 0 8px;
  color: var(--fg-3);
  font-size: 12px;
  line-height: 16px;
  font-weight: 500;
  letter-spacing: 0;
  white-space: nowrap;
  ${({ $isCollapsed }) => $isCollapsed && css`visibility: hidden;`}
`

const NavLink = styled(Link)<{ $isTall: boolean }>`
  position: relative;
  display: flex;
  align-items: center;
  gap: 10px;
  height: ${({ $isTall }) => ($isTall ? 44 : 32)}px;
  margin-top: 2px;
  padding: 0 8px;
  border-radius: var(--r-2);
  color: var(--fg-2);
  font-weight: 500;
  white-space: nowrap;
  text-decoration: none;
  transition: background var(--t-1), color var(--t-1);

  &:hover, &[aria-current] { background: var(--hover); color: var(--fg); }
  &:focus-visible { outline-offset: -2px; }
  &[aria-current]::before {
    content: '';
    position: absolute;
    left: -8px;
    top: calc(50% - 8px);
    width: 3px;
    height: 16px;
    border-radius: 0 3px 3px 0;
    background: var(--accent);
  }
  ${forced} {
    &[aria-current] { outline: 1px solid Highlight; outline-offset: -1px; }
    &[aria-current]::before { background: Highlight; forced-color-adjust: none; }
  }
`

interface NavGroupProps {
  title?: string
  items: NavItem[]
  isCollapsed: boolean
  isSheet: boolean
  onChoose: () => void
}

export function NavGroup({ title, items, isCollapsed, isSheet, onChoose }: NavGroupProps) {
  const { pathname } = useLocation()
  const titleId = useId()
  return (
    <Group>
      {title && (
        <Title id={titleId} $isCollapsed={isCollapsed}>
          {title}
        </Title>
      )}
      <ul aria-labelledby={title && titleId}>
        {items.map(({ label, to, icon: Icon, alsoAt }) => {
          const isHere = pathname === to || pathname === alsoAt || pathname.startsWith(`${to}/`)
          const link = (
            <NavLink to={to} $isTall={isSheet} aria-current={isHere ? 'page' : undefined} onClick={onChoose}>
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
              {isCollapsed ? <Hidden>{t(label)}</Hidden> : t(label)}
            </NavLink>
          )
          return (
            <li key={to}>
              {isCollapsed ? (
                <Tooltip text={t(label)} side="right">
                  {link}
                </Tooltip>
              ) : (
                link
              )}
            </li>
          )
        })}
      </ul>
    </Group>
  )
}
