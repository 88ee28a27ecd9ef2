import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import styled, { keyframes } from 'styled-components'
import { narrow } from '../../theme.ts'
import { closeByEscape } from './close-by-escape.ts'

const grow = keyframes`from { opacity: 0; transform: scale(0.97); }`

const Box = styled(Dialog.Content)<{ $width: number }>`
  position: fixed;
  top: 52px;
  right: 20px;
  z-index: 30;
  width: ${({ $width }) => $width}px;
  max-height: min(560px, calc(100dvh - 68px));
  overflow: auto;
  overscroll-behavior: contain;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: var(--r-4);
  box-shadow: var(--shadow-2);
  transform-origin: top right;
  animation: ${grow} var(--t-2) var(--ease);
  &:focus { outline: none; }
  ${narrow} { right: 8px; max-width: calc(100vw - 16px); }
`

interface CornerPopoverProps {
  isOpen: boolean
  onClose: () => void
  /** The id of the bar's button that opens and closes it. */
  opener: string
  /** In pixels. */
  width: number
  children: ReactNode
}

/** Below a button of the bar, without a scrim: what is behind it stays usable. The kit's dialog, since its place needs no measuring. */
export const CornerPopover = ({ isOpen, onClose, opener, width, children }: CornerPopoverProps) => (
  <Dialog.Root open={isOpen} modal={false} onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Box
        $width={width}
        aria-describedby={undefined}
        {...closeByEscape(onClose)}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
        }}
        onInteractOutside={(event) => {
          // The button closes it by itself, and would open it again.
          if (event.target instanceof Element && event.target.closest(`#${opener}`)) event.preventDefault()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          if (document.activeElement === document.body) document.getElementById(opener)?.focus()
        }}
      >
        {children}
      </Box>
    </Dialog.Portal>
  </Dialog.Root>
)

/** Names the popover. */
export const PopoverTitle = Dialog.Title
