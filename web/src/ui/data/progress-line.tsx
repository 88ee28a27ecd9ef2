import styled, { keyframes } from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { forced } from '../../theme.ts'

const appear = keyframes`from { visibility: hidden; }`
const run = keyframes`from { transform: scaleX(0); } 40% { transform: scaleX(0.6); } to { transform: scaleX(0.92); }`

const Line = styled.div`
  position: fixed;
  inset: 0 0 auto;
  z-index: 80;
  height: 2px;
  background: var(--accent);
  transform-origin: left;
  animation: ${appear} 150ms step-end, ${run} 8s var(--ease) 150ms both;
  @media (prefers-reduced-motion: reduce) { transform: scaleX(0.6); }
  ${forced} { background: Highlight; }
`

/** A screen is on its way: it shows after 150 ms, so that a quick one never flickers. */
export const ProgressLine = () => <Line role="progressbar" aria-label={t('Loading')} />
