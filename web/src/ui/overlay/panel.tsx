import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import styled, { keyframes } from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { Button } from '../form/button.tsx'
import { Hidden } from '../layout/hidden.tsx'
import { closeByEscape } from './close-by-escape.ts'

const slide = keyframes`from { transform: translateX(100%); }`
const slideOut = keyframes`to { transform: translateX(100%); }`
const fade = keyframes`from { opacity: 0; }`
const fadeOut = keyframes`to { opacity: 0; }`

/** A scrim lighter than a dialog's: what is behind it can still be read. */
const Scrim = styled(Dialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 40;
  background: var(--scrim);
  opacity: 0.6;
  animation: ${fade} var(--t-3) var(--ease);
  &[data-state='closed'] { animation: ${fadeOut} 168ms var(--ease-out) forwards; }
`

const Frame = styled(Dialog.Content)`
  position: fixed;
  inset: 0 0 0 auto;
  z-index: 45;
  display: flex;
  flex-direction: column;
  width: 480px;
  max-width: 100vw;
  background: var(--surface);
  border-left: 1px solid var(--line);
  box-shadow: var(--shadow-3);
  animation: ${slide} var(--t-3) var(--ease);
  &:focus { outline: none; border-radius: 0; }
  &[data-state='closed'] { animation: ${slideOut} 168ms var(--ease-out) forwards; }
  ${narrow} {
    width: 100vw;
    border-left: 0;
  }
`

const Head = styled.header`
  position: relative;
  padding: 16px 20px;
  border-bottom: 1px solid var(--line);
  ${narrow} { padding: 16px; }
`

const Close = styled(Button)`
  position: absolute;
  top: 16px;
  right: 20px;
  ${narrow} { right: 16px; }
`

const Middle = styled.div`
  flex: 1;
  overflow: auto;
  overscroll-behavior: contain;
  padding: 20px;
  &:focus-visible { outline-offset: -2px; }
  ${narrow} { padding: 20px 16px; }
`

const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding: 12px 20px;
  border-top: 1px solid var(--line);
  ${narrow} { padding: 12px 16px 20px; }
`

interface PanelProps {
  isOpen: boolean
  onClose: () => void
  /** Called when it has closed: focus goes back to where the panel was opened from. */
  onReturnFocus: () => void
  /** For screen readers. */
  title: string
  /** Leaves 44 px for the close button. */
  head: ReactNode
  foot?: ReactNode
  children: ReactNode
  /** For keys that are pressed inside of it. */
  onKeyDown?: (event: KeyboardEvent) => void
}

/** A dialog from the right, as high as the window; its middle scrolls. It opens with the focus on itself: on nothing that acts. */
export const Panel = ({ isOpen, onClose, onReturnFocus, title, head, foot, children, onKeyDown }: PanelProps) => (
  <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Scrim />
      <Frame
        aria-describedby={undefined}
        {...closeByEscape(onClose, onKeyDown)}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          onReturnFocus()
        }}
      >
        <Head>
          <Dialog.Title asChild>
            <Hidden as="h2">{title}</Hidden>
          </Dialog.Title>
          {head}
          <Close look="ghost" isSmall isIcon aria-label={t('Close')} onClick={onClose}>
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </Close>
        </Head>
        <Middle role="region" aria-label={t('Details')} tabIndex={0}>
          {children}
        </Middle>
        {foot && <Foot>{foot}</Foot>}
      </Frame>
    </Dialog.Portal>
  </Dialog.Root>
)
