import styled, { keyframes } from 'styled-components'
import { forced } from '../../theme.ts'

const breathe = keyframes`50% { opacity: 0.45; }`
const appear = keyframes`from { visibility: hidden; }`

/** A block in place of later content. It shows after 150 ms: an answer that is quicker never flickers. */
export const Skeleton = styled.span<{ $width?: string; $height?: number }>`
  display: block;
  width: ${({ $width = '100%' }) => $width};
  max-width: 100%;
  height: ${({ $height = 12 }) => $height}px;
  border-radius: ${({ $height = 12 }) => ($height > 16 ? 'var(--r-2)' : 'var(--r-1)')};
  background: var(--line);
  animation: ${breathe} 1.6s ease-in-out 150ms infinite, ${appear} 150ms step-end;
  ${forced} { border: 1px solid GrayText; }
`

/** A block in place of a small button. */
export const ActPlace = styled(Skeleton)`
  height: var(--h-sm);
`
