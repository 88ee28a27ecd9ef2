import { Check } from 'lucide-react'
import styled from 'styled-components'
import { isLanguage, languages } from '../lib/language/languages.ts'
import { chooseLanguage, pageLanguage } from '../lib/language/page-language.ts'
import { t } from '../lib/language/words.ts'
import { narrow } from '../theme.ts'
import { Hidden } from '../ui/layout/hidden.tsx'
import { CornerPopover, PopoverTitle } from '../ui/overlay/corner-popover.tsx'

const List = styled.ul`
  margin: 0;
  padding: 8px;
  list-style: none;
`

const Choice = styled.button`
  display: flex;
  align-items: center;
  justify-content: space-between;
  width: 100%;
  min-height: 36px;
  padding: 0 12px;
  border: 0;
  border-radius: var(--r-2);
  background: none;
  text-align: left;
  cursor: pointer;
  &:hover { background: var(--hover); }
  ${narrow} { min-height: 44px; }
`

interface LanguageMenuProps {
  isOpen: boolean
  onClose: () => void
  /** The id of the button that opens it. */
  opener: string
}

/** Each language by its own name: whoever reads none of the others finds it. */
export function LanguageMenu({ isOpen, onClose, opener }: LanguageMenuProps) {
  const present = pageLanguage()
  const choose = (language: string) => {
    if (language !== present && isLanguage(language)) chooseLanguage(language)
    else onClose()
  }
  return (
    <CornerPopover isOpen={isOpen} onClose={onClose} opener={opener} width={200}>
      <Hidden>
        <PopoverTitle>{t('Language')}</PopoverTitle>
      </Hidden>
      <List>
        {Object.entries(languages).map(([language, name]) => (
          <li key={language}>
            <Choice type="button" lang={language} aria-current={language === present} onClick={() => choose(language)}>
              {name}
              {language === present && <Check size={16} strokeWidth={1.75} aria-hidden="true" />}
            </Choice>
          </li>
        ))}
      </List>
    </CornerPopover>
  )
}
