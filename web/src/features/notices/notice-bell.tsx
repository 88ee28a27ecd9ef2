import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import styled from 'styled-components'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Optional } from '../../ui/layout/boundary.tsx'
import { Hidden } from '../../ui/layout/hidden.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'

// A count that fails to load does not reload the page: nobody asked for it.
const count = lazyView(
  async () => (await import('./unseen-count.tsx')).UnseenCount,
  () => undefined,
)
const popover = lazyView(async () => (await import('./notice-popover.tsx')).NoticePopover)

/** Milliseconds after which the count is asked for: what the screen shows first has the line for itself. */
const quietMs = 2_000

const Place = styled(Button)`
  position: relative;
`

/** Shows the owner of the account the notices, and how many are unseen. In the first script it is its button alone. */
export function NoticeBell() {
  const [isDue, setIsDue] = useState(false)
  const [{ isOpen, openings }, setState] = useState({ isOpen: false, openings: 0 })
  useEffect(() => {
    let callOff: (() => void) | undefined
    const timer = setTimeout(() => {
      callOff = whenIdle(() => setIsDue(true))
    }, quietMs)
    return () => {
      clearTimeout(timer)
      callOff?.()
    }
  }, [])
  const toggle = () => setState({ isOpen: !isOpen, openings: openings + 1 })
  const close = () => setState({ isOpen: false, openings })
  return (
    <>
      <Tooltip text={t('Notifications')} side="bottom">
        <Place
          id="notice-bell"
          look="ghost"
          isSmall
          isIcon
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={popover.preload}
          onClick={toggle}
        >
          <Bell size={16} strokeWidth={1.75} aria-hidden="true" />
          <Hidden>{t('Notifications')}</Hidden>
          {(isDue || openings > 0) && (
            <Optional part={count} resetKey={openings}>
              <count.View />
            </Optional>
          )}
        </Place>
      </Tooltip>
      {openings > 0 && (
        <Optional part={popover} resetKey={openings} onLost={close}>
          <popover.View isOpen={isOpen} onClose={close} />
        </Optional>
      )}
    </>
  )
}
