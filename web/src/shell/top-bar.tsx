import { Moon, PanelLeft, Search, Sun } from 'lucide-react'
import styled from 'styled-components'
import { NoticeBell } from '../features/notices/notice-bell.tsx'
import { setColorTheme, useColorTheme } from '../lib/browser/color-theme.ts'
import { t } from '../lib/language/words.ts'
import { withCommand } from '../lib/shortcuts.ts'
import { narrow } from '../theme.ts'
import { Mark } from '../ui/data/mark.tsx'
import { Button } from '../ui/form/button.tsx'
import { Tooltip } from '../ui/overlay/tooltip.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { TroubleMark } from './trouble-mark.tsx'

const Bar = styled.header`
  position: sticky;
  top: 0;
  z-index: 5;
  display: flex;
  align-items: center;
  gap: 4px;
  height: 56px;
  padding: 0 20px;
  background: var(--bg);

  ${narrow} {
    padding: 0 8px;
    button { width: 44px; height: 44px; }
  }
  @media print { display: none; }
`

const Brand = styled.span`
  display: none;
  ${narrow} {
    display: flex;
    align-items: center;
    gap: 8px;
    font-weight: 650;
    font-size: 16px;
    letter-spacing: -0.03em;
  }
`

/** The sheet gives the focus back to it. */
export const menuButtonId = 'menu-button'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }

interface TopBarProps {
  onToggle: () => void
  isExpanded: boolean
  onSearch: () => void
  /** The pointer has come near. */
  onSearchIntent: () => void
  isSignedIn: boolean
}

export function TopBar({ onToggle, isExpanded, onSearch, onSearchIntent, isSignedIn }: TopBarProps) {
  const theme = useColorTheme()
  const isDark = theme === 'dark'
  const toOther = isDark ? t('Switch to light theme') : t('Switch to dark theme')
  return (
    <Bar>
      <Tooltip text={t('Toggle sidebar')} keys={withCommand('B')} side="bottom">
        <Button
          id={menuButtonId}
          look="ghost"
          isSmall
          isIcon
          aria-label={t('Toggle sidebar')}
          aria-keyshortcuts="Control+B Meta+B"
          aria-expanded={isExpanded}
          onClick={onToggle}
        >
          <PanelLeft {...icon} />
        </Button>
      </Tooltip>
      <Brand>
        <Mark size={20} />
        Utter
      </Brand>
      <TroubleMark />
      {isSignedIn && <NoticeBell />}
      <Tooltip text={t('Search and commands')} keys={withCommand('K')} side="bottom">
        <Button
          look="ghost"
          isSmall
          isIcon
          aria-label={t('Search and commands')}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onPointerEnter={onSearchIntent}
          onClick={onSearch}
        >
          <Search {...icon} />
        </Button>
      </Tooltip>
      <LanguageChoice />
      <Tooltip text={toOther} side="bottom">
        <Button
          look="ghost"
          isSmall
          isIcon
          aria-label={toOther}
          onClick={() => setColorTheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? <Sun {...icon} /> : <Moon {...icon} />}
        </Button>
      </Tooltip>
    </Bar>
  )
}
