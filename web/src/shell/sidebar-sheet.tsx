import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import styled, { keyframes } from 'styled-components'
import { t } from '../lib/language/words.ts'
import { Hidden } from '../ui/layout/hidden.tsx'
import { closeByEscape } from '../ui/overlay/close-by-escape.ts'
import { Sidebar } from './sidebar.tsx'
import { menuButtonId } from './top-bar.tsx'

const slide = keyframes`from { transform: translateX(-100%); }`
const slideOut = keyframes`to { transform: translateX(-100%); }`
const fade = keyframes`from { opacity: 0; }`
const fadeOut = keyframes`to { opacity: 0; }`

const Scrim = styled(Dialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 40;
  background: var(--scrim);
  animation: ${fade} var(--t-3) var(--ease);
  &[data-state='closed'] { animation: ${fadeOut} 168ms var(--ease-out) forwards; }
`

const Sheet = styled(Dialog.Content)`
  position: fixed;
  inset: 0 auto 0 0;
  z-index: 45;
  width: min(18rem, calc(100vw - 44px));
  background: var(--surface);
  box-shadow: var(--shadow-3);
  animation: ${slide} var(--t-3) var(--ease);
  &:focus { outline: none; }
  &[data-state='closed'] { animation: ${slideOut} 168ms var(--ease-out) forwards; }
`

const Close = styled(Dialog.Close)`
  position: absolute;
  top: 10px;
  right: 8px;
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 0;
  border-radius: var(--r-3);
  background: none;
  color: var(--fg-2);
  cursor: pointer;
  &:hover { background: var(--hover); color: var(--fg); }
`

/** Where the person is: opening the menu on Log Out would put one key between a look and leaving. */
function focusCurrentLink(event: Event): void {
  const sheet = event.currentTarget as HTMLElement
  const link = sheet.querySelector<HTMLElement>('[aria-current="page"]') ?? sheet.querySelector<HTMLElement>('nav a')
  if (!link) return
  event.preventDefault()
  link.focus()
}

function focusMenuButton(event: Event): void {
  event.preventDefault()
  document.getElementById(menuButtonId)?.focus()
}

/** The sidebar under 768 px: Esc, the scrim, its button and choosing close it. */
export const SidebarSheet = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Scrim />
      <Sheet
        aria-describedby={undefined}
        {...closeByEscape(onClose)}
        onOpenAutoFocus={focusCurrentLink}
        onCloseAutoFocus={focusMenuButton}
      >
        <Dialog.Title asChild>
          <Hidden>{t('Sidebar')}</Hidden>
        </Dialog.Title>
        <Sidebar isSheet onChoose={onClose} />
        <Close aria-label={t('Close menu')}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </Close>
      </Sheet>
    </Dialog.Portal>
  </Dialog.Root>
)
