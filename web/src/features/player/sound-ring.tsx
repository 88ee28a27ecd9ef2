import { Pause, Play } from 'lucide-react'
import styled from 'styled-components'
import { Spinner } from '../../ui/layout/spinner.tsx'

/** A ring in a list of sounds, where a filled circle each would be as loud as the sound. */
const Ring = styled.button`
  position: relative;
  z-index: 1;
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  padding: 0;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-full);
  background: none;
  color: var(--accent);
  cursor: pointer;
  transition: border-color var(--t-1), background var(--t-1);
  &:hover { border-color: var(--control); background: var(--hover); }
  &:focus-visible { border-radius: var(--r-full); }
  &:disabled { border-color: var(--line); background: none; color: var(--fg-3); cursor: not-allowed; }
  /* 44 px to a finger; the ring stays as drawn. */
  &::after { content: ''; position: absolute; inset: -7px; }
`

interface SoundRingProps {
  label: string
  isPlaying: boolean
  isLoading: boolean
  isDisabled?: boolean
  onToggle: () => void
}

export function SoundRing({ label, isPlaying, isLoading, isDisabled = false, onToggle }: SoundRingProps) {
  const icon = { size: 14, fill: 'currentColor', strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <Ring type="button" aria-label={label} aria-busy={isLoading} disabled={isDisabled} onClick={onToggle}>
      {isLoading ? <Spinner size={14} /> : isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
    </Ring>
  )
}
