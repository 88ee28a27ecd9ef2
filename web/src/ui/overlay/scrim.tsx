import { Dialog } from 'radix-ui'
import styled, { keyframes } from 'styled-components'

const fade = keyframes`from { opacity: 0; }`
/** How a dialog and its scrim go. */
export const leave = keyframes`to { opacity: 0; }`

/** Behind a dialog in the middle of the window. */
export const Scrim = styled(Dialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 50;
  background: var(--scrim);
  animation: ${fade} var(--t-2) var(--ease);
  &[data-state='closed'] { animation: ${leave} 126ms var(--ease-out) forwards; }
`
