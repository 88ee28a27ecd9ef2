import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import styled, { css, keyframes } from 'styled-components'
import { narrow } from '../../theme.ts'
import { closeByEscape } from '../../ui/overlay/close-by-escape.ts'
import { leave, Scrim } from '../../ui/overlay/scrim.tsx'

const grow = keyframes`from { opacity: 0; transform: translateX(-50%) scale(0.97); }`
const fade = keyframes`from { opacity: 0; }`

/** Hangs from the top on phones: below it the keyboard takes its half. */
const onPhones = css`
  inset: 0 0 auto;
  width: auto;
  max-height: 100dvh;
  transform: none;
  border-width: 0 0 1px;
  border-radius: 0 0 var(--r-5) var(--r-5);
  animation-name: ${fade};
`

const Box = styled(Dialog.Content)<{ $widthPx: number }>`
  position: fixed;
  top: 12vh;
  left: 50%;
  z-index: 55;
  display: flex;
  flex-direction: column;
  width: min(${({ $widthPx }) => $widthPx}px, calc(100vw - 32px));
  max-height: 76vh;
  transform: translateX(-50%);
  overflow: hidden;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: var(--r-5);
  box-shadow: var(--shadow-3);
  animation: ${grow} var(--t-2) var(--ease);
  &:focus { outline: none; border-radius: var(--r-5); }
  ${narrow} { ${onPhones} }
  &[data-state='closed'] { animation: ${leave} 126ms var(--ease-out) forwards; }
`

export interface FrameProps {
  isOpen: boolean
  onClose: () => void
  /** Called when it has closed. */
  onReturnFocus: () => void
}

interface BoxProps extends FrameProps {
  widthPx: number
  /** Where the focus goes at opening; else to the dialog itself. */
  focusOn?: string
  /** Its `Dialog.Title` is among them. */
  children: ReactNode
}

/** A dialog that hangs below the top of the window, so that it does not move while its list grows and shrinks. */
export const PaletteFrame = ({ isOpen, onClose, onReturnFocus, widthPx, focusOn, children }: BoxProps) => (
  <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Scrim />
      <Box
        data-commands=""
        aria-describedby={undefined}
        {...closeByEscape(onClose)}
        $widthPx={widthPx}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          if (!(event.currentTarget instanceof HTMLElement)) return
          const inside = focusOn ? event.currentTarget.querySelector<HTMLElement>(focusOn) : null
          const target = inside ?? event.currentTarget
          target.focus()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          onReturnFocus()
        }}
      >
        {children}
      </Box>
    </Dialog.Portal>
  </Dialog.Root>
)
