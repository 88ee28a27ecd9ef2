import { Dialog } from 'radix-ui'
import styled, { keyframes } from 'styled-components'
import { Hidden } from '../ui/hidden.tsx'
import { Sidebar } from './sidebar.tsx'

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

/** The sidebar under 768 px: Esc, the scrim and choosing close it. */
export const SidebarSheet = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Scrim />
      <Sheet aria-describedby={undefined}>
        <Dialog.Title asChild>
          <Hidden>Sidebar</Hidden>
        </Dialog.Title>
        <Sidebar isSheet onChoose={onClose} />
      </Sheet>
    </Dialog.Portal>
  </Dialog.Root>
)
