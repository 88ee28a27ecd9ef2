import { LogOut } from 'lucide-react'
import styled, { css } from 'styled-components'
import { useLogOut } from '../features/session/use-log-out.ts'
import { t } from '../lib/language/words.ts'
import { Button } from '../ui/form/button.tsx'
import { Caption, Truncated } from '../ui/layout/text.tsx'
import { Tooltip } from '../ui/overlay/tooltip.tsx'

const Foot = styled.div<{ $isCollapsed: boolean }>`
  display: flex;
  align-items: center;
  gap: 10px;
  flex: none;
  padding: 12px;
  border-top: 1px solid var(--line);
  white-space: nowrap;
  ${({ $isCollapsed }) => $isCollapsed && css`flex-direction: column; padding: 12px 8px;`}
`

const Initial = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: 28px;
  height: 28px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-full);
  background: var(--hover);
  font-size: 12px;
  font-weight: 600;
`

const Who = styled.div`
  display: grid;
  flex: 1;
  min-width: 0;
  > * { overflow: hidden; text-overflow: ellipsis; }
`

const Name = styled(Truncated)`
  font-weight: 500;
`

const Out = styled(Button)`
  color: var(--fg-2);
`

interface SidebarFootProps {
  username: string
  isCollapsed: boolean
  onChoose: () => void
}

export function SidebarFoot({ username, isCollapsed, onChoose }: SidebarFootProps) {
  const mutation = useLogOut()
  const logOut = () => {
    onChoose()
    mutation.mutate()
  }
  const initial = [...username][0]?.toUpperCase()
  if (isCollapsed) {
    return (
      <Foot $isCollapsed>
        <Tooltip text={t('Logged in as {username}', { username })} side="right">
          <Initial>{initial}</Initial>
        </Tooltip>
        <Tooltip text={t('Log Out')} side="right">
          <Out isSmall isIcon aria-label={t('Log Out')} onClick={logOut}>
            <LogOut size={16} strokeWidth={1.75} aria-hidden="true" />
          </Out>
        </Tooltip>
      </Foot>
    )
  }
  return (
    <Foot $isCollapsed={false}>
      <Initial aria-hidden="true">{initial}</Initial>
      <Who>
        <Caption>{t('Logged in as')}</Caption>
        <Name>{username}</Name>
      </Who>
      <Out isSmall onClick={logOut} disabled={mutation.isPending}>
        {t('Log Out')}
      </Out>
    </Foot>
  )
}
