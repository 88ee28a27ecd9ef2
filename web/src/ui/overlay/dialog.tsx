import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import styled, { keyframes } from 'styled-components'
import { closeByEscape } from './close-by-escape.ts'
import { leave, Scrim } from './scrim.tsx'

const grow = keyframes`from { opacity: 0; transform: translate(-50%, -50%) scale(0.97); }`

const Box = styled(Radix.Content)<{ $isWide: boolean }>`
  position: fixed;
  top: 50%;
  left: 50%;
  z-index: 55;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  width: min(${({ $isWide }) => ($isWide ? 560 : 440)}px, calc(100vw - 32px));
  max-height: calc(100dvh - 32px);
  padding: 24px;
  transform: translate(-50%, -50%);
  overflow: auto;
  overscroll-behavior: contain;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: var(--r-5);
  box-shadow: var(--shadow-3);
  animation: ${grow} var(--t-2) var(--ease);
  &:focus { outline: none; border-radius: var(--r-5); }
  &[data-state='closed'] { animation: ${leave} 126ms var(--ease-out) forwards; }

  h2 { font-size: 17px; line-height: 24px; }
  hgroup p { color: var(--fg-2); overflow-wrap: anywhere; }
`

/** Cancel as a ghost, then the act, named by its verb. */
export const DialogActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
`

/** Fields, a note of a refusal, and `DialogActions` at the end. */
export const DialogForm = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  ${DialogActions} { margin-top: 4px; }
`

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** The consequence, in one sentence. */
  text?: ReactNode
  /** While a write is under way neither Esc nor the scrim closes it. */
  isBusy?: boolean
  isWide?: boolean
  /** The dialog itself takes the focus, where its first field would bring a phone's keyboard over the rest. */
  focusesItself?: boolean
  children: ReactNode
}

/** A question in the middle of the window. The focus goes to its first field or button, and at the end back to where it was. */
export function Dialog({
  isOpen,
  onClose,
  title,
  text,
  isBusy = false,
  isWide = false,
  focusesItself = false,
  children,
}: DialogProps) {
  const focusedBefore = useRef<Element>(null)
  const closeUnlessBusy = () => {
    if (!isBusy) onClose()
  }
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && closeUnlessBusy()}>
      <Radix.Portal>
        <Scrim />
        <Box
          $isWide={isWide}
          {...(text === undefined && { 'aria-describedby': undefined })}
          {...closeByEscape(closeUnlessBusy)}
          onOpenAutoFocus={(event) => {
            focusedBefore.current = document.activeElement
            if (!focusesItself || !(event.currentTarget instanceof HTMLElement)) return
            event.preventDefault()
            event.currentTarget.focus()
          }}
          onInteractOutside={(event) => {
            // A toast reports the dialog's own act: closing it closes nothing else.
            if (event.target instanceof Element && event.target.closest('[role=region][aria-label^=Notifications]'))
              event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focusAgain(focusedBefore.current)
          }}
        >
          <hgroup>
            <Radix.Title dir="auto">{title}</Radix.Title>
            {text !== undefined && <Radix.Description>{text}</Radix.Description>}
          </hgroup>
          {children}
        </Box>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Focuses the element that opened the dialog, or the screen where it is gone, as with a row that was deleted. */
function focusAgain(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected && element !== document.body) element.focus()
  else document.getElementById('main')?.focus()
}
