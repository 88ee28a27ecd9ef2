import styled, { keyframes } from 'styled-components'
import { forced } from '../../theme.ts'

const swing = keyframes`50% { transform: scaleY(0.35); }`

const Bars = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 2px;
  height: 16px;

  i {
    width: 3px;
    height: 100%;
    border-radius: var(--r-full);
    background: var(--accent);
    animation: ${swing} 900ms ease-in-out infinite;
  }
  i:nth-child(2) { animation-delay: 120ms; }
  i:nth-child(3) { animation-delay: 240ms; }

  ${forced} {
    i { background: CanvasText; forced-color-adjust: none; }
  }
  @media (prefers-reduced-motion: reduce) {
    i { transform: scaleY(0.7); }
  }
`

/** Three bars that move while something is active: 'Live', 'Thinking...'. The word is next to it. */
export const Pulse = () => (
  <Bars aria-hidden="true">
    <i />
    <i />
    <i />
  </Bars>
)
