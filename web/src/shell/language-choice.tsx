import { Languages } from 'lucide-react'
import { useState } from 'react'
import { t } from '../lib/language/words.ts'
import { lazyView } from '../lib/lazy-view.tsx'
import { Button } from '../ui/form/button.tsx'
import { Optional } from '../ui/layout/boundary.tsx'
import { Tooltip } from '../ui/overlay/tooltip.tsx'

const menu = lazyView(async () => (await import('./language-menu.tsx')).LanguageMenu)

const buttonId = 'language-button'

/** Shows the languages of the interface. In the first script it is its button alone. */
export function LanguageChoice() {
  const [{ isOpen, openings }, setState] = useState({ isOpen: false, openings: 0 })
  const close = () => setState({ isOpen: false, openings })
  return (
    <>
      <Tooltip text={t('Language')} side="bottom">
        <Button
          id={buttonId}
          look="ghost"
          isSmall
          isIcon
          aria-label={t('Language')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={menu.preload}
          onClick={() => setState({ isOpen: !isOpen, openings: openings + 1 })}
        >
          <Languages size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </Tooltip>
      {openings > 0 && (
        <Optional part={menu} resetKey={openings} onLost={close}>
          <menu.View isOpen={isOpen} onClose={close} opener={buttonId} />
        </Optional>
      )}
    </>
  )
}
