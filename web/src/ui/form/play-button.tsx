import { LoaderCircle, Pause, Play } from 'lucide-react'
import styled, { keyframes } from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'

const turn = keyframes`to { transform: rotate(1turn); }`

const Round = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: 40px;
  height: 40px;
  padding: 0;
  border: 0;
  border-radius: var(--r-full);
  background: var(--accent);
  color: var(--on-accent);
  cursor: pointer;
  transition: background var(--t-1);
  &:hover { background: var(--accent-hover); }
  &:active { transform: translateY(0.5px); }
  &:focus-visible { border-radius: var(--r-full); }
  ${narrow} { width: 44px; height: 44px; }
`

const Turning = styled(LoaderCircle)`
  animation: ${turn} 1s linear infinite;
`

interface PlayButtonProps {
  isPlaying: boolean
  isLoading: boolean
  onToggle: () => void
}

/** The one solid accent shape in sight: here is sound. */
export const PlayButton = ({ isPlaying, isLoading, onToggle }: PlayButtonProps) => (
  <Round type="button" aria-label={isPlaying ? t('Pause') : t('Play')} aria-busy={isLoading} onClick={onToggle}>
    {isLoading ? (
      <Turning size={18} strokeWidth={1.75} aria-hidden="true" />
    ) : isPlaying ? (
      <Pause size={18} strokeWidth={1.75} fill="currentColor" aria-hidden="true" />
    ) : (
      <Play size={18} strokeWidth={1.75} fill="currentColor" aria-hidden="true" />
    )}
  </Round>
)
